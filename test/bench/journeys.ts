import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { runToEnd } from "../support/process.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";
import { type ConnectFigures, connectAfterReading, connectAtOnce } from "./lib/connect-figures.ts";
import { type InputFigures, measureInput } from "./lib/input-figures.ts";
import { type MintFigures, measureMint } from "./lib/mint-figures.ts";
import { least, median } from "./lib/of-runs.ts";
import { startSlowEndpoint } from "./lib/slow-endpoint.ts";
import { hostHeaders, launchAlone } from "./lib/slow-phone.ts";
import { startSoldChain } from "./lib/sold-chain.ts";
import { buildRainbowKitPage } from "./peers/rainbowkit.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
if (!(RUNS >= 1)) throw new Error("BENCH_RUNS must be at least 1");
const READING_MS = 8_000;
const ENDPOINT_MS = 300;
const PROJECT_ID = "0123456789abcdef0123456789abcdef";

type Journey = (browser: Browser, server: StaticServer) => Promise<ConnectFigures>;

const JOURNEYS: Readonly<Record<string, Journey>> = {
  "navigation to the list, Connect at once": connectAtOnce,
  "press to the list, after 8 s": (browser, server) =>
    connectAfterReading(browser, server, { ms: READING_MS, scrolls: false }),
  "press to the list, after 8 s, scrolled": (browser, server) =>
    connectAfterReading(browser, server, { ms: READING_MS, scrolls: true }),
};

const folder = await mkdtemp(path.join(tmpdir(), "bench-journeys-"));
const chain = await startSoldChain();
const endpoints = [await startSlowEndpoint(chain.url), await startSlowEndpoint(chain.url)] as const;
const browser = await launchAlone();
const servers: StaticServer[] = [];
try {
  const own = path.join(folder, "page");
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", own], {
    VITE_REOWN_PROJECT_ID: PROJECT_ID,
    VITE_RPC_URLS: endpoints.map(({ url }) => url).join(","),
    VITE_TICKET_ADDRESS: chain.ticketAddress,
  });
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
  for (const server of servers) await server.close();
  await browser.close();
  for (const endpoint of endpoints) await endpoint.close();
  await chain.close();
  await rm(folder, { recursive: true });
}

async function serve(built: string): Promise<StaticServer> {
  const server = await serveStatic(built, { compressed: true, headersOf: hostHeaders });
  servers.push(server);
  return server;
}

async function printJourney(
  title: string,
  journey: Journey,
  page: StaticServer,
  other: StaticServer,
) {
  // Ignores the first visit, because each server compresses its files then.
  for (const server of [page, other]) await journey(browser, server);
  const own: ConnectFigures[] = [];
  const peers: ConnectFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    own.push(await journey(browser, page));
    peers.push(await journey(browser, other));
  }
  const ratio = (of: typeof median) => (of(own, "list") / of(peers, "list")).toFixed(2);
  row(title, [figures(own), figures(peers), `${ratio(median)} (${ratio(least)})`]);
}

function figures(runs: readonly ConnectFigures[]): string {
  const kB = (key: "bytes" | "bytesBefore") => (median(runs, key) / 1000).toFixed(0);
  const [middle, best] = [median(runs, "list"), least(runs, "list")];
  return `${middle.toFixed(0)} (${best.toFixed(0)}) ms, ${kB("bytes")} (${kB("bytesBefore")}) kB`;
}

function row(title: string, cells: readonly string[]): void {
  console.log(title.padEnd(42) + cells.map((cell) => cell.padStart(32)).join(""));
}

async function printMint(page: StaticServer): Promise<void> {
  for (const preflightKept of [true, false]) {
    const measure = (delayMs: number) =>
      measureMint(browser, page.url, chain.url, endpoints, { delayMs, preflightKept });
    const near: MintFigures[] = [];
    const far: MintFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      near.push(await measure(0));
      far.push(await measure(ENDPOINT_MS));
    }
    const [none, slow] = [least(near, "asked"), least(far, "asked")];
    console.log(
      `\nMint to the wallet's question, two endpoints${preflightKept ? "" : " without Access-Control-Max-Age"}: ` +
        `${((slow - none) / ENDPOINT_MS).toFixed(2)} round trips (${slow.toFixed(0)} ms with answers after ` +
        `${ENDPOINT_MS} ms, ${none.toFixed(0)} ms with answers at once, full speed)`,
    );
    if (preflightKept) for (const request of far[0]?.requests ?? []) console.log(`  ${request}`);
  }
}

async function printInput(page: StaticServer): Promise<void> {
  for (const read of [0, READING_MS]) {
    const runs: InputFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await measureInput(browser, page.url, read));
    }
    const [slowest, longest] = [median(runs, "slowest"), median(runs, "longestTask")];
    console.log(
      `\nStepping and typing the quantity, from ${read / 1000} s after the first paint on: slowest answer ` +
        `${slowest.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`,
    );
    for (const { slowest, waiting, handling, painting, interactions, longTasks } of runs) {
      const parts = `${waiting.toFixed(0)} waiting, ${handling.toFixed(0)} handling, ${painting.toFixed(0)} painting`;
      console.log(`  slowest of ${interactions}: ${slowest} ms (${parts})`);
      for (const { start, duration, scripts } of longTasks) {
        console.log(`    task of ${duration.toFixed(0)} ms at ${start.toFixed(0)} ms: ${scripts}`);
      }
    }
  }
}
