import type { Locator, Page } from "@playwright/test";
import { accessibilityFindings } from "../support/accessibility.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { holdRequests, pretendConnection } from "../support/loading.ts";
import { MintPageObject } from "../support/page.ts";

const ENTRY = /\/assets\/index-[^/]*\.js$/;

async function expectNoOrder(page: Page) {
  const mint = new MintPageObject(page);
  await expect(mint.connect).toHaveCount(0);
  await expect(mint.quantity).toHaveCount(0);
  await expect(page.getByText("Loading the price…").filter({ visible: true })).toHaveCount(0);
}

async function expectWayOut(notice: Locator, { chain }: MainnetStack) {
  const address = await chain.ticketAddress();
  await expect(notice).toContainText(`The contract is ${address}.`);
  const link = notice.getByRole("link", { name: "View contract on Etherscan" });
  await expect(link).toHaveAttribute("href", `https://etherscan.io/address/${address}`);
}

const FAULTS: Readonly<Record<string, (page: Page, url: string) => Promise<unknown>>> = {
  "was altered": (page) =>
    page.route(ENTRY, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()};` });
    }),
  "is too new for the browser": async (page, url) => {
    await page.route(
      ({ href }) => href.startsWith(`${url}?`),
      async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: html.replaceAll(/ integrity="[^"]*"/g, "") });
      },
    );
    const tooNew = { contentType: "text/javascript", body: "let a = 1 ?! 2;" };
    await page.route(ENTRY, (route) => route.fulfill(tooNew));
  },
};

for (const [fault, arrange] of Object.entries(FAULTS)) {
  test(`says that it could not start if its program ${fault}`, async ({ page, mainnet }) => {
    await arrange(page, mainnet.url);
    // The page knows its program by its folder, whatever the address has after it.
    await page.goto(`${mainnet.url}?card=a/b#c/d`);
    const notice = page.getByRole("alert", { name: "This page could not start" });
    await expect(notice).toBeVisible();
    await expectNoOrder(page);
    await expectWayOut(notice, mainnet);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
}

test("says that it is loading if its program is late, whatever errors an extension's script has, and goes on when it comes", async ({
  page,
  mainnet,
  pageErrors,
}) => {
  // Save-Data stops prefetching. Chromium doesn't cache while requests are intercepted, and reports that in
  // the console.
  await pretendConnection(page, { saveData: true });
  const release = await holdRequests(page, ENTRY);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${mainnet.url}?a=welcome5&card=Loft`, { waitUntil: "commit" });
  const mint = new MintPageObject(page);
  await expect(mint.connect).toBeVisible();
  await page.evaluate(failLikeAnExtension);
  await page.clock.fastForward(3_900);
  await expect(mint.connect).toBeVisible();
  await page.clock.fastForward(100);
  const notice = page.getByRole("region", { name: "Still loading" });
  await expect(notice).toBeVisible();
  await expectNoOrder(page);
  await expectWayOut(notice, mainnet);
  await page.clock.resume();

  release();
  await expect(page.getByText("Your price")).toBeVisible();
  await expect(page.getByText("you will buy 1 x Loft")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(mint.connect).toBeEnabled();
  expect(pageErrors.filter((error) => !error.includes("extension.example"))).toEqual([]);
});

async function failLikeAnExtension(): Promise<void> {
  const failing = document.createElement("script");
  failing.src = "https://extension.example/assets/index.js";
  const failed = new Promise((resolve) => {
    failing.addEventListener("error", resolve);
  });
  document.head.append(failing);
  await failed;
  dispatchEvent(new ErrorEvent("error", { message: "mine", filename: failing.src }));
  dispatchEvent(new ErrorEvent("error", { message: "mine" }));
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("says that it needs it, in the place of the order", async ({ page, mainnet }) => {
    await page.goto(mainnet.url);
    const notice = page.getByRole("region", { name: "Minting needs JavaScript" });
    await expect(notice).toBeVisible();
    await expectNoOrder(page);
    await expectWayOut(notice, mainnet);
  });
});

test("says so if its program fails later on, and works again once reloaded", async ({
  page,
  mainnet,
  pageErrors,
}) => {
  await page.goto(`${mainnet.url}?a=welcome5`);
  const mint = new MintPageObject(page);
  await expect(page.getByText("0.047500 ETH")).toBeVisible();
  await page.evaluate(() => {
    String.prototype.padStart = () => {
      throw new Error("No text for this price");
    };
  });
  await page.getByRole("button", { name: "Increase quantity" }).click();

  const notice = page.getByRole("alert", { name: "This page stopped working" });
  await expect(notice).toContainText("A transaction that you sent may still go through.");
  await expect(notice).toContainText("Reload the page before you buy again");
  await expectNoOrder(page);
  await expectWayOut(notice, mainnet);
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(pageErrors.join()).toContain("No text for this price");

  await page.reload();
  await expect(mint.connect).toBeEnabled();
  await expect(page.getByText("0.047500 ETH")).toBeVisible();
});
