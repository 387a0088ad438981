import { openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { pretendConnection } from "../support/loading.ts";

const KIT = /\/assets\/kit-(?!views)[^/]*\.js$/;

test("under its own and its host's policy, refuses a kit whose code was changed, connects a wallet by one that is as built, and lets no script write HTML", async ({
  page,
  hosted,
  chain,
  pageErrors,
}) => {
  // Chromium doesn't cache intercepted requests, so it would import prefetched files again.
  await pretendConnection(page, { saveData: true });
  const answer = page.waitForResponse(hosted.url);
  const { wallet, mint } = await openWithWallet(page, hosted.url, chain);
  // With this header, WebKitGTK 2.50 runs no script of the wallet, although the import map has the
  // hashes.
  expect((await answer).headers()).not.toHaveProperty("integrity-policy");
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
  await mint.showAccount();
  await expect(page.getByText("Disconnect")).toBeVisible();
  expect(pageErrors.filter((error) => /content security policy|trusted/i.test(error))).toEqual([]);
  const written = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML("beforeend", "<p id='written'></p>");
    } catch (error) {
      return (error as Error).name;
    }
    return "written";
  });
  expect(written).toBe("TypeError");
});
