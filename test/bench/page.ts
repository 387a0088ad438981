import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "@playwright/test";
import lighthouse from "lighthouse";
import { buildFloor, writeStaticFloor } from "../../frontend/bench/build.ts";
import { freePort, runToEnd } from "../support/process.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";
import { measureOutage, type Outage } from "./lib/cloud-figures.ts";
import { connectAtOnce, type FirstConnectFigures } from "./lib/connect-figures.ts";
import { median } from "./lib/of-runs.ts";
import { type LoadFigures, measureLoad } from "./lib/page-figures.ts";
import { hostHeaders, launchAlone } from "./lib/slow-phone.ts";
import { startSoldChain } from "./lib/sold-chain.ts";
import { measureVisit, VISITS, type Visit } from "./lib/visit-figures.ts";

/**
 * Measures the page's load on a slow phone. Compares it with the page without a script, with React
 * and only its markup, and with React and AppKit in the first load. Times are medians.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const LIGHTHOUSE_RUNS = 3;
const PAGE_NAMES = ["static", "react", "kit", "page"] as const;
type PageName = (typeof PAGE_NAMES)[number];
const TITLES: Readonly<Record<PageName, string>> = {
  static: "static HTML, no script",
  react: "React alone",
  kit: "React, kit eager",
  page: "this page",
};

const MOST_REQUESTS = 7;
const MOST_ANSWERED_BYTES = 6_000;

/**
 * Goals in milliseconds from the click to a connected browser wallet, while AppKit's servers are
 * down.
 */
const OUTAGE_GOALS_MS: Readonly<Record<Outage, number>> = { refused: 1_500, silent: 4_000 };

const folder = await mkdtemp(path.join(tmpdir(), "bench-page-"));
const folders = Object.fromEntries(
  PAGE_NAMES.map((name) => [name, path.join(folder, name)]),
) as Record<PageName, string>;
const chain = await startSoldChain();
const debuggingPort = await freePort();
const browser = await launchAlone(`--remote-debugging-port=${debuggingPort}`);
const servers: StaticServer[] = [];
try {
  await runToEnd("npm", ["run", "build", "--", "--mode", "mainnet", "--outDir", folders.page], {
    VITE_REOWN_PROJECT_ID: "0123456789abcdef0123456789abcdef",
    VITE_RPC_URLS: chain.url,
    VITE_TICKET_ADDRESS: chain.ticketAddress,
  });
  await buildFloor("react", folders.react);
  await buildFloor("kit", folders.kit);
  await mkdir(folders.static);
  await writeStaticFloor(folders.page, folders.static);

  const loads = {} as Record<PageName, LoadFigures>;
  const connects: Partial<Record<PageName, FirstConnectFigures>> = {};
  for (const name of PAGE_NAMES) {
    const server = await serveStatic(folders[name], {
      compressed: true,
      headersOf: hostHeaders,
    });
    servers.push(server);
    loads[name] = await loadFigures(browser, server);
    if (name === "kit" || name === "page") connects[name] = await connectFigures(browser, server);
    if (name === "page") {
      await printScores(server);
      await printOutages(browser, server);
      await printVisits(browser, server);
    }
  }
  printTable(loads, connects);
} finally {
  for (const server of servers) await server.close();
  await browser.close();
  await chain.close();
  await rm(folder, { recursive: true });
}

async function loadFigures(inBrowser: Browser, server: StaticServer): Promise<LoadFigures> {
  // Ignores the first visit, because the server compresses its files then.
  await measureLoad(inBrowser, server);
  const runs: LoadFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measureLoad(inBrowser, server));
  const [first] = runs;
  if (first === undefined) throw new Error("BENCH_RUNS must be at least 1");
  return { ...first, lcp: median(runs, "lcp"), cls: Math.max(...runs.map(({ cls }) => cls)) };
}

async function connectFigures(
  inBrowser: Browser,
  server: StaticServer,
): Promise<FirstConnectFigures> {
  await connectAtOnce(inBrowser, server);
  const runs: FirstConnectFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await connectAtOnce(inBrowser, server));
  const [first] = runs;
  if (first === undefined) throw new Error("BENCH_RUNS must be at least 1");
  const [list, pressed, dialog] = [
    median(runs, "list"),
    median(runs, "pressed"),
    median(runs, "dialog"),
  ];
  return { ...first, list, pressed, dialog };
}

async function printScores(server: StaticServer): Promise<void> {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
    const result = await lighthouse(server.url, {
      port: debuggingPort,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    });
    if (result === undefined) throw new Error("Lighthouse gave no result");
    runs.push(
      Object.fromEntries(
        Object.values(result.lhr.categories).map(({ title, score }) => [title, (score ?? 0) * 100]),
      ),
    );
  }
  const scores = Object.keys(runs[0] ?? {}).map(
    (title) => `${title} ${Math.round(median(runs, title))}`,
  );
  console.log(`Lighthouse (mobile, median of ${LIGHTHOUSE_RUNS}): ${scores.join(", ")}`);
}

async function printOutages(inBrowser: Browser, server: StaticServer): Promise<void> {
  for (const [outage, goal] of Object.entries(OUTAGE_GOALS_MS) as [Outage, number][]) {
    const runs: { readonly connected: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await measureOutage(inBrowser, server.url, outage));
    }
    const connected = median(runs, "connected");
    const met = connected <= goal;
    console.log(
      `Kit's servers ${outage}: a wallet is connected ${connected.toFixed(0)} ms after the press ` +
        `(goal ${goal}${met ? "" : ", missed"})`,
    );
    if (!met) process.exitCode = 1;
  }
}

async function printVisits(inBrowser: Browser, server: StaticServer): Promise<void> {
  const row = (title: string, cells: readonly string[]) =>
    console.log(title.padEnd(26) + cells.map((cell) => cell.padStart(12)).join(""));
  console.log(
    "\nA visit of 3 minutes: what it asks its first endpoint, and the bytes of the answers.",
  );
  row("", ["requests", "calls", "answers B", "gzip B"]);
  for (const visit of Object.keys(VISITS) as Visit[]) {
    const figures = await measureVisit(inBrowser, server.url, chain.url, visit);
    const { requests, calls, bytes, gzipped } = figures;
    row(visit, [requests, calls, bytes, gzipped].map(String));
    if (requests > MOST_REQUESTS || gzipped > MOST_ANSWERED_BYTES) {
      console.log(`Missed: at most ${MOST_REQUESTS} requests, ${MOST_ANSWERED_BYTES} B (gzip)`);
      process.exitCode = 1;
    }
  }
}

function printTable(
  loads: Readonly<Record<PageName, LoadFigures>>,
  connects: Readonly<Partial<Record<PageName, FirstConnectFigures>>>,
): void {
  const columns = [
    "requests",
    "kB",
    "run kB",
    "ahead kB",
    "LCP ms",
    "× static",
    "CLS",
    "list ms",
    "× kit",
  ];
  console.log(
    `\nSlow 4G, processor 4x slower, brotli, median of ${RUNS}. "list": navigation to a usable list of wallets, ` +
      "with Connect pressed as soon as it answers; the kit's cloud is refused.",
  );
  console.log("".padEnd(24) + columns.map((cell) => cell.padStart(10)).join(""));
  for (const name of PAGE_NAMES) {
    const load = loads[name];
    const list = connects[name]?.list;
    const cells = [
      String(load.requests),
      (load.bytes / 1000).toFixed(1),
      (load.scriptBytes / 1000).toFixed(1),
      (load.aheadBytes / 1000).toFixed(1),
      load.lcp.toFixed(0),
      (load.lcp / loads.static.lcp).toFixed(2),
      load.cls.toFixed(3),
      list?.toFixed(0) ?? "",
      list === undefined ? "" : (list / (connects.kit?.list ?? list)).toFixed(2),
    ];
    console.log(TITLES[name].padEnd(24) + cells.map((cell) => cell.padStart(10)).join(""));
  }
  const page = connects.page;
  if (page !== undefined) {
    console.log(
      `Connect answers after ${page.pressed.toFixed(0)} ms; its placeholder is there ` +
        `${page.dialog.toFixed(0)} ms after the press.`,
    );
  }
}
