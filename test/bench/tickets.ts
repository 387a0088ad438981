import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runToEnd } from "../support/process.ts";
import { serveStatic } from "../support/static-server.ts";
import { WALLET_ADDRESS } from "./lib/announced-wallet.ts";
import { least, median } from "./lib/of-runs.ts";
import { startSlowEndpoint } from "./lib/slow-endpoint.ts";
import { hostHeaders, launchAlone } from "./lib/slow-phone.ts";
import { startSoldChain } from "./lib/sold-chain.ts";
import { measureTickets, type TicketsFigures } from "./lib/tickets-figures.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
if (!(RUNS >= 1)) throw new Error("BENCH_RUNS must be at least 1");
const HELD = 500;

const folder = await mkdtemp(path.join(tmpdir(), "bench-tickets-"));
const chain = await startSoldChain({ to: WALLET_ADDRESS, tickets: HELD });
const endpoints = [await startSlowEndpoint(chain.url), await startSlowEndpoint(chain.url)];
const browser = await launchAlone();
try {
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folder], {
    VITE_REOWN_PROJECT_ID: "0123456789abcdef0123456789abcdef",
    VITE_RPC_URLS: endpoints.map(({ url }) => url).join(","),
    VITE_TICKET_ADDRESS: chain.ticketAddress,
  });
  const server = await serveStatic(folder, { compressed: true, headersOf: hostHeaders });
  const runs: TicketsFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measureTickets(browser, server.url, endpoints));
  }
  await server.close();
  const ms = (of: typeof median) => of(runs, "firstRow").toFixed(0);
  console.log(
    `\nPress to the first row of ${HELD} tickets, Slow 4G, processor 4x slower, two endpoints, median of ${RUNS} ` +
      `(and best): ${ms(median)} (${ms(least)}) ms`,
  );
  for (const request of runs[0]?.requests ?? []) console.log(`  ${request}`);
} finally {
  await browser.close();
  for (const endpoint of endpoints) await endpoint.close();
  await chain.close();
  await rm(folder, { recursive: true });
}
