import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runToEnd } from "../support/process.ts";
import { serveStatic } from "../support/static-server.ts";
import { hostHeaders, launchAlone } from "./lib/slow-phone.ts";
import { startSoldChain } from "./lib/sold-chain.ts";
import { measureVisit, VISITS, type Visit } from "./lib/visit-figures.ts";

/** Limits of docs/team/3-sale-day.md for a visit of three minutes. */
const MOST_REQUESTS = 7;
const MOST_ANSWERED_BYTES = 6_000;

const folder = await mkdtemp(path.join(tmpdir(), "bench-page-"));
const chain = await startSoldChain();
const browser = await launchAlone();
try {
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folder], {
    VITE_REOWN_PROJECT_ID: "0123456789abcdef0123456789abcdef",
    VITE_RPC_URLS: chain.url,
    VITE_TICKET_ADDRESS: chain.ticketAddress,
  });
  const server = await serveStatic(folder, { compressed: true, headersOf: hostHeaders });
  const row = (title: string, cells: readonly (number | string)[]) =>
    console.log(title.padEnd(26) + cells.map((cell) => `${cell}`.padStart(12)).join(""));
  row("A visit of 3 minutes", ["requests", "calls", "answers B", "gzip B"]);
  for (const visit of Object.keys(VISITS) as Visit[]) {
    const { requests, calls, bytes, gzipped } = await measureVisit(
      browser,
      server.url,
      chain.url,
      visit,
    );
    row(visit, [requests, calls, bytes, gzipped]);
    if (requests > MOST_REQUESTS || gzipped > MOST_ANSWERED_BYTES) {
      console.log(`Missed: at most ${MOST_REQUESTS} requests, ${MOST_ANSWERED_BYTES} B (gzip)`);
      process.exitCode = 1;
    }
  }
  await server.close();
} finally {
  await browser.close();
  await chain.close();
  await rm(folder, { recursive: true });
}
