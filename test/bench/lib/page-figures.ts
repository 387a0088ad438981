import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import type { StaticServer } from "../../support/static-server.ts";
import { slowPage } from "./slow-phone.ts";

export interface LoadFigures {
  readonly requests: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  /** Bytes of files that the page prefetched and did not use. */
  readonly aheadBytes: number;
  readonly lcp: number;
  readonly cls: number;
}

/** After so many milliseconds without a request, the page has loaded and prefetched everything. */
const QUIET_MS = 3_000;

export async function measureLoad(browser: Browser, server: StaticServer): Promise<LoadFigures> {
  const { context, page } = await slowPage(browser);
  const used: string[] = [];
  // Chromium requests a prefetched file again, from its cache, before it compiles the file.
  const ahead = new Set<string>();
  page.on("requestfinished", (request) => {
    if (!request.url().startsWith(server.url)) return;
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "fetch") ahead.add(pathname);
    else if (!ahead.has(pathname)) used.push(pathname);
  });
  await page.addInitScript({ content: OBSERVE });
  await page.goto(server.url);
  for (let before = -1; before < server.requested.length; ) {
    before = server.requested.length;
    await pause(QUIET_MS);
  }
  const { lcp, cls } = (await page.evaluate("window.figures")) as { lcp: number; cls: number };
  await context.close();
  const files = used.map((pathname) => (pathname === "/" ? "/index.html" : pathname));
  const sum = (some: readonly string[]) =>
    some.reduce((total, file) => total + server.sizeOf(file), 0);
  return {
    requests: files.length,
    bytes: sum(files),
    scriptBytes: sum(files.filter((file) => file.endsWith(".js"))),
    aheadBytes: sum([...ahead]),
    lcp,
    cls,
  };
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
