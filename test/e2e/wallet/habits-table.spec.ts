import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { decimalChainIds } from "../../doubles/wallets/habits/decimal-chain-ids.ts";
import { frozenProvider } from "../../doubles/wallets/habits/frozen-provider.ts";
import { injectedOnly } from "../../doubles/wallets/habits/injected-only.ts";
import { keepsListeners } from "../../doubles/wallets/habits/keeps-listeners.ts";
import { lateToAnnounce } from "../../doubles/wallets/habits/late-to-announce.ts";
import { noRevoke } from "../../doubles/wallets/habits/no-revoke.ts";
import { numericChainIds } from "../../doubles/wallets/habits/numeric-chain-ids.ts";
import { smartAccount } from "../../doubles/wallets/habits/smart-account.ts";
import { tellsAccountsFirst } from "../../doubles/wallets/habits/tells-accounts-first.ts";
import { type Habit, InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { account } from "../support/chain.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { holdTimersFrom } from "../support/held-timers.ts";
import { MintPageObject } from "../support/page.ts";
import { newTab } from "../support/tabs.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/**
 * Each habit of a wallet in each situation of a visitor: connect, reload, two tabs, locked, left, late. Nothing is sent
 * twice, no password is asked for unasked, and nothing is shown of a wallet that was left.
 */

const PRICE = parseEther("0.05");
const OTHER_CHAIN = 8453;
/** Accounts that the wallet changes to, while it is connected and once it was left. */
const CONNECTED_LATER = 5;
const LEFT_LATER = 6;

const HABITS: Readonly<Record<string, readonly Habit[]>> = {
  "does all by the book": [],
  "has a frozen provider": [frozenProvider],
  "tells its accounts first": [tellsAccountsFirst],
  "has chain ids as numbers": [numericChainIds],
  "has decimal chain ids": [decimalChainIds],
  "can't revoke": [noRevoke],
  "can't revoke and keeps listeners": [noRevoke, keepsListeners],
  "is only injected": [injectedOnly, noRevoke],
  "is injected, and announced late": [lateToAnnounce(200)],
  "has smart accounts": [smartAccount],
};

const connectedAs = (page: Page, address: string) => page.getByText(`Connected as ${address}`);

/** Chooses it in the dialog, whichever name it has there. */
async function choose(page: Page): Promise<void> {
  await new MintPageObject(page).connect.click();
  await page.getByText(/^(Careful|Browser) Wallet$/).click();
}

for (const [habit, habits] of Object.entries(HABITS)) {
  test(`[W-02] [W-10] [W-11] a wallet that ${habit} is connected, reloaded, in two tabs, locked and left`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    const wallet = await InjectedWallet.install(page, chain, { chainId: 1, habits });
    const tab = await newTab(page, wallet);
    const mint = new MintPageObject(page);
    const other = new MintPageObject(tab);
    const requests = () => wallet.sent("eth_requestAccounts").length;

    await test.step("connect", async () => {
      await page.goto(url);
      await choose(page);
      await expect(connectedAs(page, wallet.address)).toBeVisible();
      expect(requests()).toBe(1);
    });

    await test.step("reload", async () => {
      await page.reload();
      await expect(connectedAs(page, wallet.address)).toBeVisible();
      await expect(mint.mint).toBeEnabled();
      expect(requests()).toBe(1);
    });

    await test.step("two tabs", async () => {
      await tab.goto(url);
      await expect(connectedAs(tab, wallet.address)).toBeVisible();
      await wallet.changeAccount(CONNECTED_LATER);
      for (const each of [page, tab]) await expect(connectedAs(each, wallet.address)).toBeVisible();
      wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
      await other.mint.click();
      await expect(other.success).toContainText("Ticket #1 is yours.");
      expect(requests()).toBe(1);
      expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
      expect(await chain.ticket.totalSupply()).toBe(1n);
    });

    await test.step("locked", async () => {
      wallet.locked = true;
      await page.reload();
      await expect(page.getByText("Reconnecting")).toHaveCount(0);
      await expect(mint.connect).toBeEnabled();
      await expect(page.getByText("Connected as")).toHaveCount(0);
      expect(requests()).toBe(1);
      wallet.locked = false;
      await choose(page);
      for (const each of [page, tab]) await expect(connectedAs(each, wallet.address)).toBeVisible();
      expect(requests()).toBe(2);
    });

    await test.step("left", async () => {
      await mint.disconnect();
      for (const each of [mint, other]) await expect(each.connect).toBeVisible();
      const asked = wallet.requests.length;
      await wallet.changeAccount(LEFT_LATER);
      await wallet.changeChain(OTHER_CHAIN);
      await wallet.tell("disconnect", { code: 4900, message: "Disconnected" });
      for (const each of [page, tab]) {
        // The dialog that opens is the one that was asked for.
        await new MintPageObject(each).connect.click();
        await expect(each.getByText(/^(Careful|Browser) Wallet$/)).toBeVisible();
        await expect(each.locator("w3m-unsupported-chain-view")).toHaveCount(0);
        await each.reload();
        await expect(new MintPageObject(each).connect).toBeEnabled();
        await expect(each.getByText("Connected as")).toHaveCount(0);
        for (const index of [CONNECTED_LATER, LEFT_LATER]) {
          await expect(each.getByText(account(index).address)).toHaveCount(0);
        }
      }
      expect(wallet.requests).toHaveLength(asked);
      expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
    });
  });

  // This one says what it is only when it is asked to, which is another way of being late.
  if (habits.some(({ presence }) => presence?.announcedAfterMs !== undefined)) continue;

  test(`[W-10] a wallet that ${habit} is restored though it comes late`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    // The page does not give the wallet up, however slow this machine is.
    await holdTimersFrom(page, 3_000);
    const late: Habit = { presence: { late: true } };
    const options = { habits: [...habits, late] };
    const { wallet } = await openWithWallet(page, url, chain, options);
    await wallet.comeLate();
    await choose(page);
    await expect(connectedAs(page, wallet.address)).toBeVisible();
    await page.reload();
    await page.locator("w3m-modal").waitFor({ state: "attached" });
    await expect(page.getByText("Reconnecting")).toBeVisible();
    await wallet.comeLate();
    await expect(connectedAs(page, wallet.address)).toBeVisible();
    expect(wallet.sent("eth_requestAccounts")).toHaveLength(1);
  });
}
