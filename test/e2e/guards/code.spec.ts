import type { Route } from "@playwright/test";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { pretendConnection } from "../support/connection.ts";
import { expect, test } from "../support/fixtures.ts";

const missing = (route: Route) => route.fulfill({ status: 404, body: "" });

const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "is missing": missing,
  // Adds harmless code, so only the file's hash differs.
  "was changed": async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    await route.fulfill({ response, body: `${code}\nwindow.changedCodeRan = true;` });
  },
};

const KIT = /\/assets\/kit-(?!views)[^/]*\.js$/;

test("reports that the kit is missing or was changed, and loads it when it is available", async ({
  page,
  mainnet: { url, chain },
}) => {
  // Chromium doesn't cache intercepted requests, so it would import prefetched files again.
  await pretendConnection(page, { saveData: true, effectiveType: "4g" });
  const { wallet, mint } = await openWithWallet(page, url, chain);
  for (const [fault, answer] of Object.entries(FAULTS)) {
    await test.step(fault, async () => {
      await page.route(KIT, answer);
      await mint.connect.click();
      await expect(mint.error).toContainText("The list of wallets didn't load.");
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.unroute(KIT, answer);
    });
  }
  expect(await page.evaluate(() => "changedCodeRan" in window)).toBe(false);

  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.error).toHaveCount(0);
});

test("reports that the purchase code is missing, and mints when it is available", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.route(/\/assets\/purchase-/, missing);
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = {
    quantity: 1,
    affiliateCode: null,
    value: await chain.ticket.getPriceForQuantity(1),
  };
  await mint.mint.click();
  await expect(mint.error).toContainText(
    "Error sending transaction: part of this page didn't load.",
  );
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);

  await page.unroute(/\/assets\/purchase-/, missing);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});
