import { expect, test } from "../support/fixtures.ts";
import { pretendConnection } from "../support/loading.ts";

const KIT = /\/assets\/kit-(?!views)[^/]*\.js$/;

test("refuses a kit whose code was changed, and loads it when it is as built", async ({
  page,
  visit,
}) => {
  // Chromium doesn't cache intercepted requests, so it would import prefetched files again.
  await pretendConnection(page, { saveData: true });
  const { wallet, mint } = await visit();
  // Adds harmless code, so only the file's hash differs.
  await page.route(KIT, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    await route.fulfill({ response, body: `${code}\nwindow.changedCodeRan = true;` });
  });
  await mint.connect.click();
  await expect(mint.error).toContainText("The list of wallets didn't load.");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.evaluate(() => "changedCodeRan" in window)).toBe(false);

  await page.unroute(KIT);
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.error).toHaveCount(0);
});
