import { parseEther } from "ethers";
import {
  discountPercent,
  maxPerPurchase,
  noun,
  progressShownAbove,
  size,
} from "../../../collection.ts";
import { WalletRefusal } from "../../doubles/wallets/injected-wallet.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { openConnected, openRestored, openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

/** The production build for mainnet, against a chain with id 1. */

const PRICE = parseEther("0.05");
/** Of one purchase. More than 50 may need more gas than the specification's limit: see `gas-policy.spec.ts`. */
const MOST = Math.min(50, maxPerPurchase);

test("[P-01] [P-09] [P-16] reads supply and price without a wallet, through the public endpoint only", async ({
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

test(`[P-04] shows the progress block at ${progressShownAbove + 1} minted, not at ${progressShownAbove}`, async ({
  page,
  mainnet,
}) => {
  await mainnet.chain.sell(progressShownAbove);
  await page.goto(mainnet.url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);

  await mainnet.chain.sell(1);
  await page.reload();
  await expect(page.getByRole("progressbar", { name: "Total minted" })).toBeVisible();
  await expect(page.getByText(`${progressShownAbove + 1} / ${size}`)).toBeVisible();
});

test("[P-11] [P-14] [P-17] [P-28] [P-29] [P-30] [W-02] mints without a code", async ({
  page,
  mainnet: { url, chain },
}) => {
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

test(`[P-08] [P-10] [P-28] mints ${MOST} with a code, ${discountPercent} % off to the wei`, async ({
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

test("[P-24] reports that the user rejected, sends nothing, and mints at the next press", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  wallet.override = ({ method }) => {
    if (method !== "eth_sendTransaction") return undefined;
    throw new WalletRefusal({ code: 4001, message: "User rejected the request." });
  };
  await mint.mint.click();

  await expect(mint.error).toHaveText("Transaction rejected by user");
  expect(await chain.ticket.totalSupply()).toBe(0n);

  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(mint.error).toHaveCount(0);
  wallet.override = null;
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  expect(await chain.ticket.totalSupply()).toBe(1n);
});

test("[P-21] [P-30] names the network that it mints on, and switches to it in one click", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await expect(mint.mint).toBeVisible();
  // The wallet changes its chain without an event: the check before minting must detect it.
  wallet.chainId = 8453;
  await mint.mint.click();

  await expect(mint.error).toContainText(
    "Please switch to the correct network (ETHEREUM MAINNET)!",
  );
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
  await page.getByRole("button", { name: "Switch to Ethereum" }).click();
  await expect.poll(() => wallet.chainId).toBe(1);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("[P-22] refuses an inactive code before anything is sent, and offers the full price", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, `${url}?a=unknown-code`, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await mint.mint.click();

  await expect(mint.error).toHaveText(
    "Invalid or inactive affiliate code. Please check your affiliate link and try again.",
  );
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
  await page.getByRole("button", { name: "Buy at the full price" }).click();
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("[P-20] asks to connect if the wallet was locked without an event", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain);
  await expect(mint.mint).toBeVisible();
  wallet.locked = true;
  await mint.mint.click();

  await expect(mint.error).toHaveText("please connect your wallet first");
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
});

test("[P-16] [P-25] asks again instead of paying a price that it has not shown", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain);
  await expect(mint.mint).toBeVisible();
  await (await chain.ticket.setTicketPrice(2n * PRICE)).wait();
  await mint.mint.click();

  await expect(mint.error).toContainText("Error sending transaction: the price has changed");
  await expect(page.getByText(money(2n * PRICE), { exact: true })).toBeVisible();
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
  wallet.expected = { quantity: 1, affiliateCode: null, value: 2n * PRICE };
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("[P-25] says why the purchase would revert, and sends nothing", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openRestored(page, url, chain);
  await expect(mint.mint).toBeVisible();
  await (await chain.ticket.pause()).wait();
  await mint.mint.click();

  await expect(mint.error).toContainText("Error sending transaction: sales are paused");
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
});

test("[P-12] links to the contract on Etherscan", async ({ page, mainnet: { url, chain } }) => {
  await page.goto(url);
  await expect(page.getByRole("link", { name: "View contract on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/address/${await chain.ticketAddress()}`,
  );
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

test("[W-20] opens the modal and connects while the provider's cloud is silent", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.route(/web3modal|walletconnect|reown/, () => new Promise(() => undefined));
  await openConnected(page, url, chain);
});
