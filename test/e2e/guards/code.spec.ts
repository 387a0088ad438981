import type { Route } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { pretendConnection } from "../support/loading.ts";

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
  visit,
}) => {
  // Chromium doesn't cache intercepted requests, so it would import prefetched files again.
  await pretendConnection(page, { saveData: true });
  const { wallet, mint } = await visit();
  for (const [fault, answer] of Object.entries(FAULTS)) {
    await test.step(fault, async () => {
      await page.route(KIT, answer);
      // The alert of the first failure stays while the second one is on its way.
      const failed = page.waitForEvent("console", (message) =>
        message.text().startsWith("The wallet kit could not be loaded"),
      );
      await mint.connect.click();
      await failed;
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
  connect,
}) => {
  await page.route(/\/assets\/purchase-/, missing);
  const { wallet, mint } = await connect();
  await mint.mint.click();
  await expect(mint.error).toContainText(
    "Error sending transaction: part of this page didn't load.",
  );
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);

  await page.unroute(/\/assets\/purchase-/, missing);
  await mint.buyOneWith(wallet);
});
