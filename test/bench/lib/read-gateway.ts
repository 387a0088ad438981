import { spawnSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort, ROOT, startProcess } from "../../support/process.ts";

const CONFIGURATION = path.join(ROOT, "docs/examples/read-gateway.nginx.conf");

export interface ReadGateway {
  readonly url: string;
  stop(): Promise<void>;
}

export function nginxVersion(): string | null {
  const { status, stderr } = spawnSync("nginx", ["-v"], { encoding: "utf8" });
  return status === 0 ? (/nginx\/([\d.]+)/.exec(stderr)?.[1] ?? null) : null;
}

/** Starts nginx with the documented configuration, without its limits for one address. */
export async function startReadGateway(
  folder: string,
  endpoints: readonly [string, string],
  origin: string,
): Promise<ReadGateway> {
  const port = await freePort();
  await mkdir(path.join(folder, "cache"), { recursive: true });
  // nginx's workers run as another user if root starts it.
  await chmod(folder, 0o755);
  let text = await readFile(CONFIGURATION, "utf8");
  const replace = (place: string, by: string) => {
    if (!text.includes(place)) throw new Error(`The gateway's configuration has no ${place}`);
    text = text.replaceAll(place, by);
  };
  replace("https://first.example/KEY", endpoints[0]);
  replace("https://second.example/KEY", endpoints[1]);
  replace("https://mint.example", origin);
  replace("listen 8080", `listen 127.0.0.1:${port}`);
  replace("/var/cache/nginx/read-gateway", path.join(folder, "cache"));
  replace("/run/read-gateway", path.join(folder, "gateway"));
  replace("rate=20r/s", "rate=1000000r/s");
  replace("burst=60", "burst=1000000");
  replace("limit_conn connections 100;", "");
  const file = path.join(folder, "nginx.conf");
  await writeFile(file, text);
  const started = startProcess("nginx", [
    "-p",
    folder,
    "-c",
    file,
    "-g",
    `daemon off; pid ${path.join(folder, "nginx.pid")};`,
  ]);
  const url = `http://127.0.0.1:${port}/`;
  let ended: string | null = null;
  const end = started.ended.then(({ errors }) => {
    ended = errors;
  });
  while (!(await answers(url))) {
    if (ended !== null) throw new Error(`nginx did not start:\n${ended}`);
  }
  return {
    url,
    async stop() {
      started.process.kill("SIGTERM");
      await end;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: "OPTIONS" });
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return false;
  }
}
