import path from "node:path";
import type { Browser } from "@playwright/test";
import type { StaticServer } from "../support/static-server.ts";
import { buildPage, PROJECT_ID, startBench } from "./lib/built-page.ts";
import { type ConnectFigures, connectAfterReading, connectAtOnce } from "./lib/connect-figures.ts";
import { measureInput } from "./lib/input-figures.ts";
import { measureMint } from "./lib/mint-figures.ts";
import { median, medianAndBest, repeat, runsOf } from "./lib/of-runs.ts";
import { buildRainbowKitPage } from "./peers/rainbowkit.ts";

const RUNS = runsOf();
const READING_MS = 8_000;
const ENDPOINT_MS = 300;

type Journey = (browser: Browser, server: StaticServer) => Promise<ConnectFigures>;

const JOURNEYS: Readonly<Record<string, Journey>> = {
  "navigation to the list, Connect at once": connectAtOnce,
  "press to the list, after 8 s": (browser, server) =>
    connectAfterReading(browser, server, { ms: READING_MS, scrolls: false }),
  "press to the list, after 8 s, scrolled": (browser, server) =>
    connectAfterReading(browser, server, { ms: READING_MS, scrolls: true }),
};

const { folder, chain, endpoints, browser, serve, close } = await startBench("journeys");
try {
  const own = path.join(folder, "page");
  await buildPage(own, chain.ticketAddress, ...endpoints.map(({ url }) => url));
  const peer = await buildRainbowKitPage(path.join(folder, "rainbowkit"), {
    rpcUrl: endpoints[0].url,
    ticketAddress: chain.ticketAddress,
    projectId: PROJECT_ID,
  });
  const [page, other] = [await serve(own), await serve(peer)];

  console.log(
    `\nSlow 4G, processor 4x slower, brotli, assets cached, other hosts refused, median of ${RUNS} (and best): ms, and kB ` +
      "sent by the page's host (of which before the press)",
  );
  row("", ["this page", "RainbowKit", "ratio"]);
  for (const [title, journey] of Object.entries(JOURNEYS)) {
    await printJourney(title, journey, page, other);
  }
  await printMint(page);
  await printInput(page);
} finally {
  await close();
}

async function printJourney(
  title: string,
  journey: Journey,
  page: StaticServer,
  other: StaticServer,
) {
  // Ignores the first visit, because each server compresses its files then.
  for (const server of [page, other]) await journey(browser, server);
  const runs = await repeat(RUNS, async () => ({
    own: await journey(browser, page),
    peer: await journey(browser, other),
  }));
  const [own, peers] = [runs.map((run) => run.own), runs.map((run) => run.peer)];
  const [list, peersList] = [listsOf(own), listsOf(peers)];
  const middle = (median(list) / median(peersList)).toFixed(2);
  const best = (Math.min(...list) / Math.min(...peersList)).toFixed(2);
  row(title, [figures(own), figures(peers), `${middle} (${best})`]);
}

function listsOf(runs: readonly ConnectFigures[]): number[] {
  return runs.map(({ list }) => list);
}

function figures(runs: readonly ConnectFigures[]): string {
  const kB = (key: "bytes" | "bytesBefore") =>
    (median(runs.map((run) => run[key])) / 1000).toFixed(0);
  return `${medianAndBest(listsOf(runs))} ms, ${kB("bytes")} (${kB("bytesBefore")}) kB`;
}

function row(title: string, cells: readonly string[]): void {
  console.log(title.padEnd(42) + cells.map((cell) => cell.padStart(32)).join(""));
}

async function printMint(page: StaticServer): Promise<void> {
  for (const preflightKept of [true, false]) {
    const measure = (delayMs: number) =>
      measureMint(browser, page.url, chain.url, endpoints, { delayMs, preflightKept });
    const runs = await repeat(RUNS, async () => ({
      near: await measure(0),
      far: await measure(ENDPOINT_MS),
    }));
    const none = Math.min(...runs.map(({ near }) => near));
    const slow = Math.min(...runs.map(({ far }) => far));
    console.log(
      `\nMint to the wallet's question, two endpoints${preflightKept ? "" : " without Access-Control-Max-Age"}: ` +
        `${((slow - none) / ENDPOINT_MS).toFixed(2)} round trips (${slow.toFixed(0)} ms with answers after ` +
        `${ENDPOINT_MS} ms, ${none.toFixed(0)} ms with answers at once, full speed)`,
    );
  }
}

async function printInput(page: StaticServer): Promise<void> {
  for (const read of [0, READING_MS]) {
    const runs = await repeat(RUNS, () => measureInput(browser, page.url, read));
    const slowest = median(runs.map((run) => run.slowest));
    const longest = median(runs.map((run) => run.longestTask));
    console.log(
      `\nStepping and typing the quantity, from ${read / 1000} s after the first paint on: slowest answer ` +
        `${slowest.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`,
    );
  }
}
