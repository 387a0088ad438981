import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import lighthouse from "lighthouse";
import type { StaticServer } from "../../support/static-server.ts";
import { median, repeat } from "./of-runs.ts";
import { slowPage } from "./slow-phone.ts";

export interface LoadFigures {
  readonly requests: number;
  readonly bytes: number;
  readonly lcp: number;
  readonly cls: number;
}

/** After so many milliseconds without a request, the page has loaded and prefetched everything. */
const QUIET_MS = 3_000;
const LIGHTHOUSE_RUNS = 3;

/** Medians of the loads on a slow phone, and the largest layout shift. */
export async function measureLoads(
  browser: Browser,
  server: StaticServer,
  runs: number,
): Promise<LoadFigures> {
  // Ignores the first visit, because the server compresses its files then.
  await measureLoad(browser, server);
  const loads = await repeat(runs, () => measureLoad(browser, server));
  return {
    requests: median(loads.map(({ requests }) => requests)),
    bytes: median(loads.map(({ bytes }) => bytes)),
    lcp: median(loads.map(({ lcp }) => lcp)),
    cls: Math.max(...loads.map(({ cls }) => cls)),
  };
}

async function measureLoad(browser: Browser, server: StaticServer): Promise<LoadFigures> {
  const { context, page } = await slowPage(browser);
  const { length } = server.requested;
  await page.addInitScript({ content: OBSERVE });
  await page.goto(server.url);
  for (let before = -1; before < server.requested.length; ) {
    before = server.requested.length;
    await pause(QUIET_MS);
  }
  const { lcp, cls } = (await page.evaluate("window.figures")) as { lcp: number; cls: number };
  await context.close();
  const files = server.requested.slice(length).map((file) => (file === "/" ? "/index.html" : file));
  const bytes = files.reduce((total, file) => total + server.sizeOf(file), 0);
  return { requests: files.length, bytes, lcp, cls };
}

const OBSERVE = `
  window.figures = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.figures.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.figures.cls += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
`;

/** Median scores of Lighthouse's phone. */
export async function lighthouseScores(url: string, port: number): Promise<string> {
  const onlyCategories = ["performance", "accessibility", "best-practices", "seo"];
  const runs = await repeat(LIGHTHOUSE_RUNS, async () => {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories });
    if (result === undefined) throw new Error("Lighthouse gave no result");
    return Object.values(result.lhr.categories);
  });
  return (runs[0] ?? [])
    .map(({ title }, at) => [title, runs.map((scores) => (scores[at]?.score ?? 0) * 100)] as const)
    .map(([title, scores]) => `${title} ${Math.round(median(scores))}`)
    .join(", ");
}

/** Writes the built page with a price and without scripts: the least that a browser can load. */
export async function writeStaticFloor(pageFolder: string, outDir: string): Promise<void> {
  const page = await readFile(path.join(pageFolder, "index.html"), "utf8");
  const price = /<p [^>]*data-slot="price"[^>]*>.*?<\/p>/;
  if (!price.test(page)) throw new Error("The built page has no slot for the price");
  const floor = page
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<template\b[^>]*>.*?<\/template>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace(price, '<p class="price-line"><span class="price figures">0.050000 ETH</span></p>');
  await cp(path.join(pageFolder, "hero.svg"), path.join(outDir, "hero.svg"));
  await writeFile(path.join(outDir, "index.html"), floor);
}
