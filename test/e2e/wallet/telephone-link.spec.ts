import { devices } from "@playwright/test";
import { kitViewWords } from "../../../frontend/src/domain/words/kit-view-words.ts";
import { accessibilityFindings } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";

/** The provider's directory is missing here: the test refuses every request to it. */

const { userAgent, viewport } = devices["Pixel 7"];
test.use({ userAgent, viewport, hasTouch: true, isMobile: true });

test("offers a link that opens a wallet on this telephone, and connects by it", async ({
  page,
  context,
  mint,
  telephone,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const wallet = await telephone();
  const { dialog } = mint;
  await mint.open();
  await expect(page.getByText("Connect one on your phone")).toBeVisible();
  await mint.connect.tap();
  await expect(dialog.getByRole("button", { name: /^All Wallets/ })).not.toContainText("0");
  await dialog.getByRole("button", { name: /^WalletConnect/ }).tap();

  const open = dialog.getByRole("link", { name: kitViewWords.telephone.open });
  await expect(open).toHaveAttribute("href", /^wc:[0-9a-f]{64}@2\?/);
  const link = await open.getAttribute("href");
  await dialog.getByRole("button", { name: "Copy link" }).tap();
  await expect(dialog.getByText(kitViewWords.link.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(await accessibilityFindings(page, { part: "w3m-modal" })).toEqual([]);

  await wallet.pair(link ?? "");
  await expect(page.getByText(wallet.address)).toBeVisible();
});
