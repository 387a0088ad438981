import { devices, type Page } from "@playwright/test";
import { kitViewWords } from "../../../frontend/src/domain/words/kit-view-words.ts";
import { accessibilityFindings } from "../support/accessibility.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** The provider's directory is missing here: the test refuses every request to it. */

const { userAgent, viewport } = devices["Pixel 7"];
test.use({ userAgent, viewport, hasTouch: true, isMobile: true });

const dialog = (page: Page) => page.getByRole("alertdialog");

test("offers a link that opens a wallet on this telephone, and connects by it", async ({
  page,
  context,
  mainnet: { url, chain },
  telephone,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const wallet = await telephone({ chain });
  await page.goto(url);
  await expect(page.getByText("Connect one on your phone")).toBeVisible();
  await new MintPageObject(page).connect.tap();
  await expect(dialog(page).getByRole("button", { name: /^All Wallets/ })).not.toContainText("0");
  await dialog(page)
    .getByRole("button", { name: /^WalletConnect/ })
    .tap();

  const open = dialog(page).getByRole("link", { name: kitViewWords.telephone.open });
  await expect(open).toHaveAttribute("href", /^wc:[0-9a-f]{64}@2\?/);
  const link = await open.getAttribute("href");
  await dialog(page).getByRole("button", { name: "Copy link" }).tap();
  await expect(dialog(page).getByText(kitViewWords.link.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(await accessibilityFindings(page, { part: "w3m-modal" })).toEqual([]);

  await wallet.pair(link ?? "");
  await expect(page.getByText(wallet.address)).toBeVisible();
});
