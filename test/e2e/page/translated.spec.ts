import { parseEther } from "ethers";
import { noun, progressShownAbove, size } from "../../../collection.ts";
import { translatePages } from "../../doubles/browser/translator.ts";
import { WalletRefusal } from "../../doubles/wallets/injected-wallet.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { openConnected } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** A translator replaces text nodes that React still updates. */

const PRICE = parseEther("0.05");

test("says the current price and outcome while the browser translates it", async ({
  page,
  mainnet: { url, chain },
}) => {
  await translatePages(page);
  await chain.sell(progressShownAbove + 1);
  const { wallet, mint } = await openConnected(page, `${url}?a=welcome5&card=Loft`, chain);
  const order = page.getByRole("region", { name: "Order details" });
  await expect(order).toContainText(money(discounted(PRICE)));

  for (const quantity of [7, 1, 3]) {
    await mint.quantity.fill(String(quantity));
    await expect(order).toContainText(money(discounted(BigInt(quantity) * PRICE)));
    await expect(order).toContainText(money(BigInt(quantity) * PRICE));
    await expect(order).toContainText(`buy ${quantity} x Loft ${noun}`);
  }

  wallet.override = ({ method }) => {
    if (method === "eth_sendTransaction") throw new WalletRefusal({ code: 4001, message: "No" });
    return undefined;
  };
  await mint.mint.click();
  await expect(mint.error).toContainText("Transaction rejected by user");
  wallet.override = null;

  wallet.expected = { quantity: 3, affiliateCode: "welcome5", value: discounted(3n * PRICE) };
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  const first = progressShownAbove + 2;
  await expect(mint.success).toContainText(`Tickets #${first} to #${first + 2} are yours.`);
  await expect(page.getByText(`${first + 2} / ${size}`)).toBeVisible();
  await mint.disconnect();
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText("This page has stopped")).toHaveCount(0);
});
