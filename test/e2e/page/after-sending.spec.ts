import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import type { Chain } from "../support/chain.ts";
import { openRestored } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

/** Tests only reloads, tabs and a real chain. `settlement.test.ts` tests everything else. */

const PRICE = parseEther("0.05");
const expected = { quantity: 1, affiliateCode: null, value: PRICE };

test.beforeEach(async ({ mainnet: { chain } }) => {
  await chain.provider.send("evm_setAutomine", [false]);
});

test.afterEach(async ({ mainnet: { chain } }) => {
  await chain.provider.send("evm_mine", []);
  await chain.provider.send("evm_setAutomine", [true]);
});

/** An outcome is final 30 s after the page first sees it. */
const until = (page: Page, appears: () => Promise<void>) => advancingClock(page)(appears);

async function openSent(page: Page, url: string, chain: Chain) {
  const opened = await openRestored(page, url, chain);
  opened.wallet.expected = expected;
  await opened.mint.mint.click();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  return opened;
}

async function openAsking(page: Page, url: string, chain: Chain) {
  const opened = await openRestored(page, url, chain);
  const { promise, resolve } = deferred<void>();
  opened.wallet.expected = expected;
  opened.wallet.override = async ({ method }) => {
    if (method === "eth_sendTransaction") await promise;
    return undefined;
  };
  await opened.mint.mint.click();
  await expect(page.getByText("Confirm the transaction in your wallet.")).toBeVisible();
  return { ...opened, answer: resolve };
}

test("follows a purchase across a reload, and finds it mined", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.clock.install();
  const { wallet, mint } = await openSent(page, url, chain);

  await page.reload();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  await expect(mint.mint).toHaveAttribute("aria-busy", "true");
  await chain.provider.send("evm_mine", []);

  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(mint.success.getByRole("img", { name: "Ticket #1" })).toBeVisible();
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);

  // The page tracks the purchase for two more blocks, because a reorg can still drop the block.
  await page.reload();
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await chain.confirm();
  const open = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /^purchase:/.test(key)));
  await until(page, async () => expect(await open()).toEqual([]));
  await page.reload();
  await expect(mint.mint).toBeEnabled();
  await expect(mint.success).toHaveCount(0);
});

test("one of two tabs asks the wallet, and the other one follows its purchase", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { mint, answer } = await openAsking(page, url, chain);

  const tab = await page.context().newPage();
  const second = await InjectedWallet.install(tab, chain, { chainId: 1 });
  second.permitted = true;
  await tab.goto(url);
  const other = new MintPageObject(tab);
  await expect(tab.getByText(/^Your wallet hasn't answered yet\. If it/)).toBeVisible();
  await expect(tab.getByText("1 ticket for 0.050000 ETH.")).toBeVisible();
  await expect(other.mint).toHaveAttribute("aria-busy", "true");
  await other.mint.click({ force: true });
  expect(second.sent("eth_sendTransaction")).toEqual([]);

  answer();
  await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  await expect(tab.getByText(/^(Sent|Looking for your earlier)/)).toBeVisible();
  await expect(other.mint).toHaveAttribute("aria-busy", "true");
  await chain.provider.send("evm_mine", []);
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(other.success).toContainText("Ticket #1 is yours.");
  expect(await chain.ticket.totalSupply()).toBe(1n);
  await tab.close();
});
