import type { Page } from "@playwright/test";

/** Requests do not say: a script that is only fetched or compiled is requested too. @returns paths of scripts that have run */
export async function watchRuns(page: Page): Promise<() => Promise<string[]>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const run = new Set<string>();
  return async () => {
    // Counts start again at zero with each reading.
    const { result } = await session.send("Profiler.takePreciseCoverage");
    for (const { url, functions } of result) {
      const hasRun = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
      if (hasRun && url.endsWith(".js")) run.add(new URL(url).pathname);
    }
    return [...run];
  };
}
