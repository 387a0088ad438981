import type { Browser, Page } from "@playwright/test";
import { nextPicture } from "../../../frontend/src/domain/words/ticket-words.ts";
import { money } from "../../support/money.ts";
import { serveStatic } from "../../support/static-server.ts";
import { expect, test } from "../support/fixtures.ts";
import { pretendConnection, watchRuns } from "../support/loading.ts";
import { MintPageObject, PRICE } from "../support/page.ts";

const KIT = /\/assets\/kit-[^/]+\.js$/;

function watchFetches(page: Page): string[] {
  const fetched: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js") && request.resourceType() === "fetch") fetched.push(pathname);
  });
  return fetched;
}

/** Limits the wait, because Chromium may find no idle time in a page that draws nothing. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const limit = { timeout: 1_000 };
    return new Promise((resolve) =>
      requestIdleCallback(() => requestIdleCallback(() => setTimeout(resolve), limit), limit),
    );
  });
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
}

test("the wallet's code is fetched while the page is idle, each file once, and starts at the first sign of a visitor", async ({
  page,
  hosted: { url, requested },
}) => {
  await pretendConnection(page);
  const fetched = watchFetches(page);
  const run = await watchRuns(page);
  await open(page, url);
  await expect.poll(() => fetched.some((file) => KIT.test(file))).toBe(true);
  await expect.poll(() => fetched.some((file) => file.includes("relay"))).toBe(true);
  await idle(page);
  await expect(page.locator("link[rel=modulepreload][href*='/kit-']")).toBeAttached();
  await expect(page.locator("w3m-modal")).not.toBeAttached();

  await page.mouse.move(10, 10);
  await page.mouse.move(20, 10);
  await expect.poll(async () => (await run()).some((file) => KIT.test(file))).toBe(true);
  await expect(page.locator("w3m-modal")).toBeAttached();
  const scripts = requested.filter((file) => file.endsWith(".js"));
  expect(scripts).toEqual([...new Set(scripts)]);
});

test("where nothing is kept, it runs all the same, and the console stays empty", async ({
  page,
  mainnet: { folder },
  pageErrors,
}) => {
  await pretendConnection(page);
  const host = await serveStatic(folder, { headersOf: () => ({ "cache-control": "no-store" }) });
  try {
    const fetched = watchFetches(page);
    await open(page, host.url);
    await expect.poll(() => fetched.some((file) => file.includes("relay"))).toBe(true);
    await page.mouse.move(10, 10);
    await page.mouse.move(20, 10);
    await expect(page.getByRole("img", { name: nextPicture(1n) })).toBeVisible();
    expect(pageErrors).toEqual([]);
  } finally {
    await host.close();
  }
});

/**
 * Names in traces on Linux. For each font, the browser blocks the page and asks another process.
 */
const FONT_LOOKUPS = [
  "FontDataManager::onMatchFamilyStyle",
  "WebSandboxSupportLinux::GetWebFontRenderStyleForStrike",
];

async function lookupsAtPress(browser: Browser, page: Page): Promise<number> {
  await browser.startTracing(page, { categories: ["fonts"] });
  await new MintPageObject(page).connect.click();
  await expect(page.getByText("All Wallets")).toBeVisible();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return traceEvents.filter(({ name }: { name: string }) => FONT_LOOKUPS.includes(name)).length;
}

for (const saveData of [false, true]) {
  test(`the fonts of the list of wallets are looked up ${saveData ? "at the press with Save-Data" : "while the page is idle, not at the press"}`, async ({
    browser,
    page,
    hosted: { url },
  }) => {
    await pretendConnection(page, { saveData });
    const fetched = watchFetches(page);
    await open(page, url);
    if (!saveData) {
      await expect.poll(() => fetched.some((file) => file.includes("relay"))).toBe(true);
    }
    const looksUp = saveData && process.platform === "linux";
    expect((await lookupsAtPress(browser, page)) > 0).toBe(looksUp);
  });
}
