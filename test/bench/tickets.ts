import { WALLET_ADDRESS } from "./lib/announced-wallet.ts";
import { buildPage, startBench } from "./lib/built-page.ts";
import { medianAndBest, repeat, runsOf } from "./lib/of-runs.ts";
import { measureTickets } from "./lib/tickets-figures.ts";

const RUNS = runsOf();
const HELD = 500;

const holder = { to: WALLET_ADDRESS, tickets: HELD };
const { folder, chain, endpoints, browser, serve, close } = await startBench("tickets", { holder });
try {
  await buildPage(folder, chain.ticketAddress, ...endpoints.map(({ url }) => url));
  const server = await serve(folder);
  const runs = await repeat(RUNS, () => measureTickets(browser, server.url));
  console.log(
    `\nPress to the first row of ${HELD} tickets, Slow 4G, processor 4x slower, two endpoints, median of ${RUNS} ` +
      `(and best): ${medianAndBest(runs)} ms`,
  );
} finally {
  await close();
}
