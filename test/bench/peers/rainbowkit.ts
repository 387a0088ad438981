import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { startProcess } from "../../support/process.ts";

const SOURCES = path.join(import.meta.dirname, "rainbowkit");

/** npm resolves dependencies as of this day, so every run builds the same. */
const AS_OF = "2026-11-20";

interface Settings {
  readonly rpcUrl: string;
  readonly ticketAddress: string;
  readonly projectId: string;
}

/**
 * Needs some 700 MB in `folder`.
 * @returns the folder of the built page
 * @throws if the registry is out of reach
 */
export async function buildRainbowKitPage(folder: string, settings: Settings): Promise<string> {
  await mkdir(folder);
  await cp(SOURCES, folder, { recursive: true });
  console.log("Installing RainbowKit and wagmi from the npm registry: a minute, some 700 MB…");
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `--before=${AS_OF}`];
  await runIn(
    folder,
    ["npm", ...install],
    "RainbowKit could not be installed, so there is nothing to compare with. Is the npm registry within reach?",
  );
  console.log("Building its page…");
  const vite = path.join(folder, "node_modules/vite/bin/vite.js");
  await runIn(
    folder,
    [process.execPath, vite, "build", "--base", ".", "--outDir", "dist", "--logLevel", "error"],
    "RainbowKit's page could not be built",
    {
      VITE_RPC_URL: settings.rpcUrl,
      VITE_TICKET_ADDRESS: settings.ticketAddress,
      VITE_PROJECT_ID: settings.projectId,
      NODE_ENV: "production",
    },
  );
  return path.join(folder, "dist");
}

async function runIn(
  folder: string,
  [command = "", ...words]: readonly string[],
  failure: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const env = { ...process.env, ...settings };
  const { code, output, errors } = await startProcess(command, words, { cwd: folder, env }).ended;
  if (code !== 0) throw new Error(`${failure}\n${output}${errors}`);
}
