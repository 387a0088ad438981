import { mkdir } from "node:fs/promises";
import path from "node:path";
import { freePort } from "../support/process.ts";
import type { StaticServer } from "../support/static-server.ts";
import { buildPage, startBench } from "./lib/built-page.ts";
import { runsOf } from "./lib/of-runs.ts";
import { lighthouseScores, measureLoads, writeStaticFloor } from "./lib/page-figures.ts";
import { measureVisit, VISITS, type Visit } from "./lib/visit-figures.ts";

/** Compares the page's load with a page without scripts, and counts what a visit requests. */
const RUNS = runsOf();
/** Limits of docs/team/3-sale-day.md for a visit of three minutes. */
const MOST_REQUESTS = 7;
const MOST_ANSWERED_BYTES = 6_000;

const debuggingPort = await freePort();
const args = [`--remote-debugging-port=${debuggingPort}`];
const { folder, chain, browser, serve, close } = await startBench("page", { args });
try {
  const [own, floor] = [path.join(folder, "page"), path.join(folder, "floor")];
  await buildPage(own, chain.ticketAddress, chain.url);
  await mkdir(floor);
  await writeStaticFloor(own, floor);
  const page = await serve(own);
  await printLoads(page, await serve(floor));
  console.log(`\nLighthouse: ${await lighthouseScores(page.url, debuggingPort)}`);
  await printVisits(page);
} finally {
  await close();
}

async function printLoads(page: StaticServer, floor: StaticServer): Promise<void> {
  const [least, own] = [
    await measureLoads(browser, floor, RUNS),
    await measureLoads(browser, page, RUNS),
  ];
  row(`\nSlow 4G, median of ${RUNS}`, ["requests", "kB", "LCP ms", "x static", "CLS"]);
  for (const [title, { requests, bytes, lcp, cls }] of [
    ["static HTML, no script", least],
    ["this page", own],
  ] as const) {
    const times = (lcp / least.lcp).toFixed(2);
    row(title, [requests, (bytes / 1000).toFixed(1), lcp.toFixed(0), times, cls.toFixed(3)]);
  }
}

async function printVisits(page: StaticServer): Promise<void> {
  row("\nA visit of 3 minutes", ["requests", "calls", "answers B", "gzip B"]);
  for (const visit of Object.keys(VISITS) as Visit[]) {
    const figures = await measureVisit(browser, page.url, chain.url, visit);
    const { requests, calls, bytes, gzipped } = figures;
    row(visit, [requests, calls, bytes, gzipped]);
    if (requests > MOST_REQUESTS || gzipped > MOST_ANSWERED_BYTES) {
      console.log(`Missed: at most ${MOST_REQUESTS} requests, ${MOST_ANSWERED_BYTES} B (gzip)`);
      process.exitCode = 1;
    }
  }
}

function row(title: string, cells: readonly (number | string)[]): void {
  console.log(title.padEnd(26) + cells.map((cell) => `${cell}`.padStart(12)).join(""));
}
