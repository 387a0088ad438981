import { parseEther } from "ethers";
import {
  discountPercent,
  maxPerPurchase,
  noun,
  progressShownAbove,
  size,
} from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

const PRICE = parseEther("0.05");
/** A purchase of more than 50 may exceed P-28's gas limit: see `gas-policy.spec.ts`. */
const MOST = Math.min(50, maxPerPurchase);

test("reads supply and price without a wallet, through the public endpoint only", async ({
  page,
  mainnet,
}) => {
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  await page.goto(mainnet.url);
  const mint = new MintPageObject(page);

  await expect(page.getByText(money(PRICE))).toBeVisible();
  await mint.quantity.fill(String(maxPerPurchase));
  await expect(page.getByText(money(BigInt(maxPerPurchase) * PRICE))).toBeVisible();
  expect([...origins].sort()).toEqual([mainnet.rpc.url, new URL(mainnet.url).origin].sort());
});

test("[P-11] mints without a code", async ({ page, mainnet: { url, chain } }) => {
  await chain.sell(progressShownAbove);
  const { wallet, mint } = await openWithWallet(page, url, chain);
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
});

test(`mints ${MOST} with a code, ${discountPercent} % off to the wei`, async ({
  page,
  mainnet: { url, chain },
}) => {
  const value = discounted(BigInt(MOST) * PRICE);
  const link = `${url}?a=WELCOME5&card=Garden%20Flat`;
  const { wallet, mint } = await openWithWallet(page, link, chain);
  wallet.expected = { quantity: MOST, affiliateCode: "welcome5", value };

  await mint.quantity.fill(String(MOST));
  await expect(page.getByText(`you will buy ${MOST} x Garden Flat ${noun}`)).toBeVisible();
  await expect(page.getByText("You are using affiliate code: welcome5")).toBeVisible();
  await expect(page.getByRole("deletion")).toHaveText(money(BigInt(MOST) * PRICE));
  await expect(page.getByRole("strong")).toHaveText(money(value));
  await expect(page.getByText(`-${discountPercent}%`)).toBeVisible();
  await mint.connectWith(wallet.name);
  await mint.mint.click();

  await expect(mint.success).toContainText(`Tickets #1 to #${MOST} are yours.`);
  expect(await chain.ticket.affiliateSales("welcome5")).toEqual([true, 1n, BigInt(MOST), value]);
  expect(await chain.provider.getBalance(await chain.ticketAddress())).toBe(value);
});

test("[P-18] closes the modal when the connected address changes", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet } = await openConnected(page, url, chain);
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await wallet.changeAccount(2);

  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();
});

test("opens the modal and connects while the provider's cloud is silent", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.route(/web3modal|walletconnect|reown/, () => new Promise(() => undefined));
  await openConnected(page, url, chain);
});
