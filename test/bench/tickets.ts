import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { WALLET_ADDRESS } from "./lib/announced-wallet.ts";
import { buildPage, runsOf, serveBuilt } from "./lib/built-page.ts";
import { least, median } from "./lib/of-runs.ts";
import { startSlowEndpoint } from "./lib/slow-endpoint.ts";
import { launchAlone } from "./lib/slow-phone.ts";
import { startSoldChain } from "./lib/sold-chain.ts";
import { measureTickets } from "./lib/tickets-figures.ts";

const RUNS = runsOf();
const HELD = 500;

const folder = await mkdtemp(path.join(tmpdir(), "bench-tickets-"));
const chain = await startSoldChain({ to: WALLET_ADDRESS, tickets: HELD });
const endpoints = [await startSlowEndpoint(chain.url), await startSlowEndpoint(chain.url)];
const browser = await launchAlone();
try {
  await buildPage(folder, chain.ticketAddress, ...endpoints.map(({ url }) => url));
  const server = await serveBuilt(folder);
  const runs: { readonly firstRow: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measureTickets(browser, server.url));
  }
  await server.close();
  const ms = (of: typeof median) => of(runs, "firstRow").toFixed(0);
  console.log(
    `\nPress to the first row of ${HELD} tickets, Slow 4G, processor 4x slower, two endpoints, median of ${RUNS} ` +
      `(and best): ${ms(median)} (${ms(least)}) ms`,
  );
} finally {
  await browser.close();
  for (const endpoint of endpoints) await endpoint.close();
  await chain.close();
  await rm(folder, { recursive: true });
}
