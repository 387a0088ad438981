import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { noRevoke } from "../../doubles/wallets/habits/no-revoke.ts";
import { type Habit, InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { account } from "../support/chain.ts";
import { MintPageObject } from "../support/page.ts";
import { newTab } from "../support/tabs.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** Two tabs of one browser: what a visitor does in one of them is seen in the other, and no wallet is asked twice. */

const PRICE = parseEther("0.05");
const LATER = 5;

const connectedAs = (page: Page, address: string) => page.getByText(`Connected as ${address}`);

/** What only a visitor's own press may make a page ask. */
const ASKING = ["eth_requestAccounts", "wallet_revokePermissions", "eth_sendTransaction"];
const asked = (wallet: InjectedWallet) =>
  wallet.requests.map(({ method }) => method).filter((method) => ASKING.includes(method));

/** Opens the dialog, so that the kit is there, and closes it. */
async function wake(page: Page): Promise<void> {
  await new MintPageObject(page).showWallets();
  await page.keyboard.press("Escape");
  await expect(page.locator("w3m-modal")).not.toHaveClass(/open/);
}

const KINDS: Readonly<Record<string, readonly Habit[]>> = {
  "a wallet": [],
  "a wallet that can't revoke": [noRevoke],
};

for (const [kind, habits] of Object.entries(KINDS)) {
  for (const [state, prepare] of [
    ["has not needed the kit yet", async () => undefined],
    ["has opened the dialog before", wake],
  ] as const) {
    test(`[W-10] [W-11] a tab that ${state} follows another one that connects, changes account and disconnects ${kind}`, async ({
      page,
      mainnet: { url, chain },
    }) => {
      const wallet = await InjectedWallet.install(page, chain, { chainId: 1, habits });
      const tab = await newTab(page, wallet);
      await page.goto(url);
      await tab.goto(url);
      await prepare(tab);

      const mint = new MintPageObject(page);
      await mint.connectWith(wallet.name);
      await expect(connectedAs(page, wallet.address)).toBeVisible();
      await expect(connectedAs(tab, wallet.address)).toBeVisible();
      await expect(new MintPageObject(tab).mint).toBeEnabled();
      expect(asked(wallet)).toEqual(["eth_requestAccounts"]);

      await wallet.changeAccount(LATER);
      for (const each of [page, tab]) {
        await expect(connectedAs(each, account(LATER).address)).toBeVisible();
      }

      // From the other side.
      await new MintPageObject(tab).disconnect();
      for (const each of [tab, page]) {
        await expect(new MintPageObject(each).connect).toBeVisible();
        await expect(each.getByText("Connected as")).toHaveCount(0);
      }
      expect(asked(wallet).slice(1)).toEqual(habits.length > 0 ? [] : ["wallet_revokePermissions"]);
      for (const each of [page, tab]) {
        await each.reload();
        await expect(new MintPageObject(each).connect).toBeEnabled();
        await expect(each.getByText(account(LATER).address)).toHaveCount(0);
      }
    });
  }
}

test("[W-11] a tab follows another one from wallet to wallet, and mints with the last", async ({
  page,
  mainnet: { url, chain },
}) => {
  const options = { chainId: 1, habits: [noRevoke] };
  const first = await InjectedWallet.install(page, chain, { ...options, name: "First Wallet" });
  const second = await InjectedWallet.install(page, chain, {
    ...options,
    name: "Second Wallet",
    accountIndex: 3,
  });
  const tab = await newTab(page, first, second);
  await page.goto(url);
  await tab.goto(url);
  const [mint, other] = [new MintPageObject(page), new MintPageObject(tab)];
  await mint.connectWith(first.name);
  await expect(connectedAs(tab, first.address)).toBeVisible();
  await mint.disconnect();
  await expect(other.connect).toBeVisible();
  await mint.connectWith(second.name);
  await expect(connectedAs(tab, second.address)).toBeVisible();

  await first.changeAccount(LATER);
  await first.changeChain(8453);
  second.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await other.mint.click();
  await expect(other.success).toContainText("Ticket #1 is yours.");
  expect(second.transactionHashes).toHaveLength(1);
  expect(first.transactionHashes).toEqual([]);
  await expect(tab.getByText(account(LATER).address)).toHaveCount(0);
  for (const each of [page, tab]) {
    await each.reload();
    await expect(connectedAs(each, second.address)).toBeVisible();
  }
});

test("[W-10] a tab without the wallet does not follow, and leaves the other one connected", async ({
  page,
  mainnet: { url, chain },
}) => {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
  const tab = await newTab(page);
  await page.goto(url);
  await tab.goto(url);
  await wake(tab);
  await new MintPageObject(page).connectWith(wallet.name);
  await expect(connectedAs(page, wallet.address)).toBeVisible();
  await expect(new MintPageObject(tab).connect).toBeEnabled();
  await expect(tab.getByText("Connected as")).toHaveCount(0);
  await page.reload();
  await expect(connectedAs(page, wallet.address)).toBeVisible();
});

test("[P-29] a purchase pending in one tab is followed in another that connects with it, and is not sent twice", async ({
  page,
  mainnet: { url, chain },
}) => {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  const tab = await newTab(page, wallet);
  await page.goto(url);
  await tab.goto(url);
  const [mint, other] = [new MintPageObject(page), new MintPageObject(tab)];
  await chain.provider.send("evm_setAutomine", [false]);
  try {
    await mint.connectWith(wallet.name);
    await expect(other.mint).toBeEnabled();
    await mint.mint.click();
    await expect(page.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
    await expect(tab.getByText(/^(Sent\.|Looking for your earlier)/)).toBeVisible();
    await expect(other.mint).toHaveAttribute("aria-busy", "true");
    await other.mint.click({ force: true });

    // The tab that has sent it is closed: the other one goes on.
    await page.close();
    await expect(tab.getByText(/^Sent\. Waiting for the network/)).toBeVisible();
  } finally {
    await chain.provider.send("evm_setAutomine", [true]);
  }
  await chain.provider.send("evm_mine", []);
  await expect(other.success).toContainText("Ticket #1 is yours.");
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
  expect(await chain.ticket.totalSupply()).toBe(1n);
});

test("[W-03] [W-10] [W-12] a tab follows another one that connects a telephone's wallet and disconnects it", async ({
  page,
  mainnet: { url, chain },
  telephone,
  relay,
  verifyPage,
}) => {
  const wallet = await telephone({ chain });
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  const tab = await newTab(page);
  await relay.serve(tab);
  await verifyPage.serve(tab);
  await page.goto(url);
  await tab.goto(url);
  const [mint, other] = [new MintPageObject(page), new MintPageObject(tab)];
  await wallet.pair(await mint.openQrCode());
  await expect(connectedAs(page, wallet.address)).toBeVisible();
  await expect(connectedAs(tab, wallet.address)).toBeVisible();

  await other.mint.click();
  await expect(other.success).toContainText("Ticket #1 is yours.");
  expect(wallet.requests).toHaveLength(1);

  await mint.disconnect();
  for (const each of [mint, other]) await expect(each.connect).toBeVisible();
  await expect(tab.getByText("Connected as")).toHaveCount(0);
  await expect.poll(() => wallet.hasSession).toBe(false);
  expect(relay.sent("wc_sessionDelete")).toHaveLength(1);
  await tab.reload();
  await expect(other.connect).toBeEnabled();
  await expect(tab.getByText("Connected as")).toHaveCount(0);
});
