import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { maxPerPurchase, noun, size } from "../../../collection.ts";
import { money } from "../../support/money.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { pretendConnection } from "../support/connection.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { MintPageObject } from "../support/page.ts";

/** Availability, shown before the visitor chooses a quantity. */

const PRICE = parseEther("0.05");

/** Until the checkout has loaded, a disabled button stands in for Mint. */
async function expectCheckout(page: Page, { mint }: MintPageObject) {
  await expect(page.getByRole("button", { name: "Manage wallet" })).toBeVisible();
  await expect(mint).not.toHaveAttribute("aria-busy");
}

test("says how few are left, and caps the quantity there", async ({
  page,
  mainnet: { url, chain },
}) => {
  await chain.sell(size - 3);
  await page.goto(url);
  const mint = new MintPageObject(page);
  await expect(page.getByText("Only 3 tickets left")).toBeVisible();
  await mint.quantity.fill(String(maxPerPurchase));
  await expect(mint.quantity).toHaveValue("3");
  await expect(page.getByText(`you will buy 3 x ${noun}`)).toBeVisible();
  await expect(page.getByText(money(3n * PRICE))).toBeVisible();

  // Another buyer takes two.
  await chain.sell(2);
  await page.reload();
  await expect(page.getByText("Only 1 ticket left")).toBeVisible();
});

test("says that all tickets are sold, and offers no Mint", async ({
  page,
  mainnet: { url, chain },
}) => {
  await chain.sell(size);
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await expect(page.getByText("Sold out: no tickets are left.")).toBeVisible();
  await expect(page.getByText(`${size} / ${size}`)).toBeVisible();
  await mint.connectWith(wallet.name);
  await expectCheckout(page, mint);
  await expect(mint.mint).toBeDisabled();
  await expect(mint.quantity).toBeDisabled();
});

test("says that sales are paused, and notices when they resume", async ({
  page,
  mainnet: { url, chain },
}) => {
  await (await chain.ticket.pause()).wait();
  await page.clock.install();
  const { wallet, mint } = await openWithWallet(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await expect(page.getByText("Sales are paused at the moment.")).toBeVisible();
  await mint.connectWith(wallet.name);
  await expectCheckout(page, mint);
  await expect(mint.mint).toBeDisabled();

  await (await chain.ticket.unpause()).wait();
  const paused = page.getByText(/^Sales are paused/);
  await advancingClock(page)(() => expect(paused).toHaveCount(0, { timeout: 100 }));
  await expect(mint.mint).toBeEnabled();
});

test("shows its own dialog at once while the kit loads, which can be closed", async ({
  page,
  mainnet: { url },
}) => {
  // Nothing is fetched ahead: a kit that is there already comes at once.
  await pretendConnection(page, { saveData: true, effectiveType: "4g" });
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  const release = await holdRequests(page, "**/assets/*.js");
  const mint = new MintPageObject(page);
  await mint.connect.click();
  const dialog = page.getByRole("dialog", { name: "Connect Wallet" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(mint.connect).toBeFocused();

  await mint.connect.click();
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByText("All Wallets")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
