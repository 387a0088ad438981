import { progressShownAbove, size } from "../../../collection.ts";
import { expect, test } from "../support/fixtures.ts";
import { PRICE } from "../support/page.ts";

test("[P-11] [P-18] mints without a code, and closes the modal when the connected address changes", async ({
  page,
  visit,
  chain,
}) => {
  await chain.sell(progressShownAbove);
  const { wallet, mint } = await visit();
  wallet.expected = { quantity: 2, affiliateCode: null, value: 2n * PRICE };

  await page.getByRole("button", { name: "Increase quantity" }).click();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await mint.mint.click();

  await expect(mint.success).toContainText("Transaction successful!");
  await expect(mint.success).toContainText(
    `Tickets #${progressShownAbove + 1} to #${progressShownAbove + 2} are yours.`,
  );
  await expect(mint.success.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${wallet.transactionHashes[0]}`,
  );
  await expect(page.getByText(`${progressShownAbove + 2} / ${size}`)).toBeVisible();
  expect(await chain.ticket.totalSupply()).toBe(BigInt(progressShownAbove + 2));
  expect(wallet.transactionHashes).toHaveLength(1);

  await mint.showAccount();
  await expect(mint.dialog).toBeVisible();
  await wallet.changeAccount(2);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.dialog).toBeHidden();
});
