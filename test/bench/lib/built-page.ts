import { runToEnd } from "../../support/process.ts";
import { type StaticServer, serveStatic } from "../../support/static-server.ts";
import { hostHeaders } from "./slow-phone.ts";

export const PROJECT_ID = "0123456789abcdef0123456789abcdef";

/** The times of each bench are taken so often. */
export function runsOf(given = process.env.BENCH_RUNS ?? "5"): number {
  const runs = Number(given);
  if (!(runs >= 1)) throw new Error("BENCH_RUNS must be at least 1");
  return runs;
}

/** Builds the page for mainnet, with these endpoints. */
export async function buildPage(
  folder: string,
  ticketAddress: string,
  ...urls: readonly string[]
): Promise<void> {
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folder], {
    VITE_REOWN_PROJECT_ID: PROJECT_ID,
    VITE_RPC_URLS: urls.join(","),
    VITE_TICKET_ADDRESS: ticketAddress,
  });
}

/** Sends the folder as a host does: compressed, with the headers of the build. */
export function serveBuilt(folder: string): Promise<StaticServer> {
  return serveStatic(folder, { compressed: true, headersOf: hostHeaders });
}
