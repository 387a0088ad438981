import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WALLET_FEATURES } from "../../../frontend/build/settings/wallet-features.ts";
import type { NetworkName } from "../../../networks.ts";
import { runToEnd } from "../../support/process.ts";
import { serveStatic } from "../../support/static-server.ts";
import { spoilBuild } from "../controls/spoil-build.ts";
import { cachingFor } from "./host-headers.ts";

export const PROJECT_ID = "0123456789abcdef0123456789abcdef";
export const OWN_URL = "https://mint.example/";
export const TERMS_URL = "https://mint.example/terms";
export const PRIVACY_URL = "https://mint.example/privacy";
export const EXCLUDED_WALLET_IDS = ["e0".repeat(32), "e1".repeat(32)] as const;
export const EXCLUDED_RDNS = "com.shunned";
export const EXCLUDED_NAME = "Spurned Wallet";

type Settings = Readonly<Record<string, string>>;

export const EVERY_FEATURE: Settings = {
  VITE_WALLET_FEATURES: WALLET_FEATURES.join(","),
  VITE_TERMS_URL: TERMS_URL,
  VITE_PRIVACY_URL: PRIVACY_URL,
  VITE_EXCLUDED_WALLETS: [...EXCLUDED_WALLET_IDS, EXCLUDED_RDNS, `name:${EXCLUDED_NAME}`].join(","),
};

export interface ServedBuild {
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}

export async function serveMainnetBuild(settings: Settings): Promise<ServedBuild> {
  return await serveBuild("mainnet", settings);
}

export async function serveBuild(network: NetworkName, settings: Settings): Promise<ServedBuild> {
  const folder = await mkdtemp(path.join(tmpdir(), "mint-page-"));
  await buildInto(folder, settings, network);
  const server = await serveFolder(folder);
  const close = async () => {
    await server.close();
    await rm(folder, { recursive: true });
  };
  return { ...server, close };
}

export async function serveSharedBuild(settings: Settings): Promise<ServedBuild> {
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  return await serveFolder(
    await sharedBuild(`mainnet-${digest}`, (empty) => buildInto(empty, settings)),
  );
}

async function serveFolder(folder: string): Promise<ServedBuild> {
  const { url, close } = await serveStatic(folder, { headersOf: await cachingFor(folder) });
  return { url, folder, close };
}

async function buildInto(
  folder: string,
  settings: Settings,
  network: NetworkName = "mainnet",
): Promise<void> {
  await runToEnd("npm", ["run", "build", "--", "--mode", network, "--outDir", folder], {
    VITE_REOWN_PROJECT_ID: PROJECT_ID,
    ...settings,
  });
  await spoilBuild(folder);
}

const FOLDER = "E2E_BUILDS";

// biome-ignore lint/style/noDefaultExport: Playwright takes a global setup's default export
export default async function makeFolderOfBuilds(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "mint-pages-"));
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true });
}

/**
 * The first worker builds; the others wait. No build may depend on the worker, and no test may
 * write to it.
 */
export async function sharedBuild(
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const root = process.env[FOLDER];
  if (root === undefined) throw new Error(`${FOLDER} is not set`);
  const [begun, unfinished, built] = ["begun", "unfinished", "built"].map((state) =>
    path.join(root, `${name}-${state}`),
  ) as [string, string, string];
  while (!existsSync(built)) {
    // With `recursive`, `mkdir` reports a folder that another worker made by `undefined`.
    if ((await mkdir(begun, { recursive: true })) === undefined) {
      await delay(100);
      continue;
    }
    try {
      await mkdir(unfinished);
      await build(unfinished);
      await rename(unfinished, built);
    } catch (error) {
      // The next worker builds it, and fails by the same error.
      for (const folder of [unfinished, begun]) await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }
  return built;
}
