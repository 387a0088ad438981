import type { Page } from "@playwright/test";
import { deferred } from "../../support/deferred.ts";

export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = deferred<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
