import { spawnSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { startNginx } from "../../support/nginx-example.ts";
import { freePort, ROOT } from "../../support/process.ts";

const CONFIGURATION = path.join(ROOT, "docs/examples/read-gateway.nginx.conf");

export function nginxVersion(): string | null {
  const { status, stderr } = spawnSync("nginx", ["-v"], { encoding: "utf8" });
  return status === 0 ? (/nginx\/([\d.]+)/.exec(stderr)?.[1] ?? null) : null;
}

/** Starts nginx with the documented configuration, without its limits for one address. */
export async function startReadGateway(
  folder: string,
  endpoints: readonly [string, string],
  origin: string,
) {
  const port = await freePort();
  const cache = path.join(folder, "cache");
  await mkdir(cache, { recursive: true });
  const nginx = await startNginx(folder, await readFile(CONFIGURATION, "utf8"), {
    "https://first.example/KEY": endpoints[0],
    "https://second.example/KEY": endpoints[1],
    "https://mint.example": origin,
    "listen 8080": `listen 127.0.0.1:${port}`,
    "/var/cache/nginx/read-gateway": cache,
    "/run/read-gateway": path.join(folder, "gateway"),
    "error_log stderr crit;": "error_log stderr notice;",
    "http {": "http { error_log stderr crit;",
    "rate=20r/s": "rate=1000000r/s",
    "burst=60": "burst=1000000",
    "limit_conn connections 100;": "",
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => nginx.stop() };
}
