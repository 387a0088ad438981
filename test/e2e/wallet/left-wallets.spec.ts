import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { keepsListeners } from "../../doubles/wallets/habits/keeps-listeners.ts";
import { noRevoke } from "../../doubles/wallets/habits/no-revoke.ts";
import { type Habit, InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { account, type Chain } from "../support/chain.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { callKit } from "../support/kit-controllers.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** A wallet that can't revoke its permission keeps reporting after it was left. The page must not hear it. */

const PRICE = parseEther("0.05");
const OTHER_CHAIN = 8453;
/** Accounts that the wallets change to, each to its own. */
const FIRST_LATER = 5;
const SECOND_LATER = 6;
const SECOND_AT_LAST = 7;

const KINDS: Readonly<Record<string, readonly Habit[]>> = {
  "a wallet": [noRevoke],
  "a wallet that keeps its listeners": [noRevoke, keepsListeners],
};

/** The kit's word for a network that the page does not have. */
const unsupported = (page: Page) => page.locator("w3m-unsupported-chain-view");

/** The page with two wallets, neither of which is connected yet. */
async function openWithTwo(page: Page, url: string, chain: Chain, habits: readonly Habit[]) {
  const options = { name: "First Wallet", accountIndex: 1, habits };
  const first = await InjectedWallet.install(page, chain, { chainId: 1, ...options });
  const others = { name: "Second Wallet", accountIndex: 3, habits };
  const { wallet: second, mint } = await openWithWallet(page, url, chain, others);
  return { first, second, mint };
}

/** Everything that a wallet tells a page, the last of it that it has no accounts for it. */
async function speak(wallet: InjectedWallet, later: number): Promise<void> {
  await wallet.changeAccount(later);
  await wallet.changeChain(OTHER_CHAIN);
  await wallet.tell("disconnect", { code: 4900, message: "Disconnected" });
  await wallet.tell("accountsChanged", []);
}

async function mintWith(page: Page, wallet: InjectedWallet, sold: number): Promise<void> {
  const mint = new MintPageObject(page);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await mint.mint.click();
  await expect(mint.success).toContainText(`Ticket #${sold} is yours.`);
  expect(wallet.transactionHashes).toHaveLength(1);
}

for (const [kind, habits] of Object.entries(KINDS)) {
  test(`[W-11] stays disconnected whatever ${kind} that was left reports`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    const { first, mint } = await openWithTwo(page, url, chain, habits);
    await mint.connectWith(first.name);
    await expect(page.getByText(first.address)).toBeVisible();
    await mint.disconnect();
    await expect(mint.connect).toBeVisible();
    const asked = first.requests.length;

    await first.changeAccount(FIRST_LATER);
    await first.changeChain(OTHER_CHAIN);
    // The dialog that opens is the one that was asked for.
    await mint.connect.click();
    await expect(page.getByText("Second Wallet")).toBeVisible();
    await expect(unsupported(page)).toHaveCount(0);
    await expect(page.getByText(account(FIRST_LATER).address)).toHaveCount(0);

    await page.reload();
    await expect(mint.connect).toBeEnabled();
    await expect(page.getByText(account(FIRST_LATER).address)).toHaveCount(0);
    expect(first.requests).toHaveLength(asked);
  });

  test(`[W-11] keeps the wallet that was connected after ${kind} that was left, and mints with it`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    const { first, second, mint } = await openWithTwo(page, url, chain, habits);
    await mint.connectWith(first.name);
    await expect(page.getByText(first.address)).toBeVisible();
    await mint.disconnect();
    await mint.connectWith(second.name);
    await expect(page.getByText(second.address)).toBeVisible();

    await speak(first, FIRST_LATER);
    await mintWith(page, second, 1);
    await expect(page.getByText(second.address)).toBeVisible();
    await expect(unsupported(page)).toHaveCount(0);
    expect(first.transactionHashes).toEqual([]);

    // The connected one is still heard.
    await second.changeAccount(SECOND_AT_LAST);
    await expect(page.getByText(account(SECOND_AT_LAST).address)).toBeVisible();
  });

  test(`[W-11] hears only the wallet that was connected last, if ${kind} was left by choosing another`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    const { first, second, mint } = await openWithTwo(page, url, chain, habits);
    await mint.connectWith(second.name);
    await expect(page.getByText(second.address)).toBeVisible();
    // The page has no button for it while a wallet is connected; the kit's own account view may.
    const choose = async (wallet: InjectedWallet) => {
      await callKit(page, "modal", "open", { view: "Connect" });
      await page.getByText(wallet.name).click();
      await expect(page.getByText(wallet.address)).toBeVisible();
    };

    await choose(first);
    await speak(second, SECOND_LATER);
    await mintWith(page, first, 1);
    await expect(page.getByText(first.address)).toBeVisible();
    await expect(unsupported(page)).toHaveCount(0);
    expect(second.transactionHashes).toEqual([]);

    // And back. Its account and its chain are others by now.
    await choose(second);
    await speak(first, FIRST_LATER);
    await mintWith(page, second, 2);
    await expect(page.getByText(account(SECOND_LATER).address)).toBeVisible();
    await second.changeAccount(SECOND_AT_LAST);
    await expect(page.getByText(account(SECOND_AT_LAST).address)).toBeVisible();
  });
}

test("[W-11 control] a wallet that was not left is heard: its account and its chain change the page", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { first, mint } = await openWithTwo(page, url, chain, [noRevoke]);
  await mint.connectWith(first.name);
  await expect(page.getByText(first.address)).toBeVisible();
  await first.changeAccount(FIRST_LATER);
  await expect(page.getByText(account(FIRST_LATER).address)).toBeVisible();
  await first.changeChain(OTHER_CHAIN);
  await expect(unsupported(page)).toBeVisible();
});

test("[W-11] is connected only if there is a provider, not by an address alone", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { first, mint } = await openWithTwo(page, url, chain, []);
  await mint.connect.click();
  await expect(page.getByText(first.name)).toBeVisible();
  await callKit(page, "account", "setCaipAddress", `eip155:1:${first.address}`, "eip155");
  await expect(page.locator("w3m-modal")).not.toHaveClass(/open/);

  await mint.connectWith("Second Wallet");
  await expect(mint.mint).toBeVisible();
  await expect(page.getByText(first.address)).toHaveCount(0);
});
