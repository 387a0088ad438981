import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NetworkName } from "../../../networks.ts";
import { runToEnd } from "../../support/process.ts";
import { serveStatic } from "../../support/static-server.ts";
import { spoilBuild } from "../controls/spoil-build.ts";
import { cachingFor } from "./host-headers.ts";
import { sharedBuild } from "./shared-build.ts";

export const PROJECT_ID = "0123456789abcdef0123456789abcdef";

export interface ServedBuild {
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}

export function serveMainnetBuild(
  settings: Readonly<Record<string, string>>,
): Promise<ServedBuild> {
  return serveBuild("mainnet", settings);
}

export async function serveBuild(
  network: NetworkName,
  settings: Readonly<Record<string, string>>,
): Promise<ServedBuild> {
  const folder = await mkdtemp(path.join(tmpdir(), "mint-page-"));
  await buildInto(folder, network, settings);
  const server = await serveStatic(folder, { headersOf: await cachingFor(folder) });
  return {
    url: server.url,
    folder,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export async function serveSharedBuild(
  settings: Readonly<Record<string, string>>,
): Promise<ServedBuild> {
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  const folder = await sharedBuild(`mainnet-${digest}`, (empty) =>
    buildInto(empty, "mainnet", settings),
  );
  const server = await serveStatic(folder, { headersOf: await cachingFor(folder) });
  return { url: server.url, folder, close: server.close };
}

async function buildInto(
  folder: string,
  network: NetworkName,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await runToEnd("npm", ["run", "build", "--", "--mode", network, "--outDir", folder], {
    VITE_REOWN_PROJECT_ID: PROJECT_ID,
    ...settings,
  });
  await spoilBuild(folder);
}
