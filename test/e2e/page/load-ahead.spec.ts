import type { Browser, Page, Request } from "@playwright/test";
import { money } from "../../support/money.ts";
import { serveStatic } from "../../support/static-server.ts";
import { expect, test } from "../support/fixtures.ts";
import { pretendConnection } from "../support/loading.ts";
import { MintPageObject, PRICE } from "../support/page.ts";

/** @returns once the page has fetched its last file ahead, unless the connection saves data */
async function open(page: Page, url: string, saveData: boolean): Promise<void> {
  await pretendConnection(page, { saveData });
  const fetchesLast = (request: Request) =>
    request.resourceType() === "fetch" && /\/assets\/relay-/.test(request.url());
  const last = saveData ? null : page.waitForRequest(fetchesLast);
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await last;
}

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
  test(`the fonts of the list of wallets are looked up ${saveData ? "at the press with Save-Data" : "while the page is idle, not at the press, also where nothing is kept"}`, async ({
    browser,
    page,
    mainnet: { folder },
    pageErrors,
  }) => {
    const host = await serveStatic(folder, { headersOf: () => ({ "cache-control": "no-store" }) });
    await open(page, host.url, saveData);
    expect(pageErrors).toEqual([]);
    const looksUp = saveData && process.platform === "linux";
    expect((await lookupsAtPress(browser, page)) > 0).toBe(looksUp);
    await host.close();
  });
}
