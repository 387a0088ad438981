import { WALLET_ADDRESS } from "./lib/announced-wallet.ts";
import { buildPage, runsOf, startBench } from "./lib/built-page.ts";
import { least, median } from "./lib/of-runs.ts";
import { measureTickets } from "./lib/tickets-figures.ts";

const RUNS = runsOf();
const HELD = 500;

const holder = { to: WALLET_ADDRESS, tickets: HELD };
const { folder, chain, endpoints, browser, serve, close } = await startBench("tickets", { holder });
try {
  await buildPage(folder, chain.ticketAddress, ...endpoints.map(({ url }) => url));
  const server = await serve(folder);
  const runs: { readonly firstRow: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measureTickets(browser, server.url));
  }
  const ms = (of: typeof median) => of(runs, "firstRow").toFixed(0);
  console.log(
    `\nPress to the first row of ${HELD} tickets, Slow 4G, processor 4x slower, two endpoints, median of ${RUNS} ` +
      `(and best): ${ms(median)} (${ms(least)}) ms`,
  );
} finally {
  await close();
}
