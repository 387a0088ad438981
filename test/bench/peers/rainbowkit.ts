import path from "node:path";
import { startProcess } from "../../support/process.ts";
import { installPeer } from "./install-peer.ts";

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
  console.log("Installing RainbowKit and wagmi from the npm registry: a minute, some 700 MB…");
  await installPeer("rainbowkit", folder);
  console.log("Building its page…");
  const vite = path.join(folder, "node_modules/vite/bin/vite.js");
  const words = ["build", "--base", ".", "--outDir", "dist", "--logLevel", "error"];
  const build = startProcess(process.execPath, [vite, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      VITE_RPC_URL: settings.rpcUrl,
      VITE_TICKET_ADDRESS: settings.ticketAddress,
      VITE_PROJECT_ID: settings.projectId,
      NODE_ENV: "production",
    },
  });
  const { code, output, errors } = await build.ended;
  if (code !== 0) throw new Error(`RainbowKit's page could not be built\n${output}${errors}`);
  return path.join(folder, "dist");
}
