import type { Page } from "@playwright/test";
import { deferred } from "../../support/deferred.ts";

/** Fixes the connection's quality, which Chromium would estimate from earlier answers. */
export async function pretendConnection(
  page: Page,
  { saveData }: { readonly saveData: boolean } = { saveData: false },
): Promise<void> {
  await page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), {
    saveData,
    effectiveType: "4g",
  });
}

/** Holds matching requests until the returned function runs. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = deferred<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/**
 * Uses code coverage, because browsers also request scripts to prefetch or compile them.
 * @returns paths of the scripts that ran
 */
export async function watchRuns(page: Page): Promise<() => Promise<string[]>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const run = new Set<string>();
  return async () => {
    const { result } = await session.send("Profiler.takePreciseCoverage");
    for (const { url, functions } of result) {
      const hasRun = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
      if (hasRun && url.endsWith(".js")) run.add(new URL(url).pathname);
    }
    return [...run];
  };
}
