import { devices } from "@playwright/test";
import { parseEther } from "ethers";
import { InjectedWallet } from "./support/injected-wallet.ts";
import { MintPageObject } from "./support/page.ts";
import { expect, test } from "./support/wallet-fixtures.ts";
import { decimalChainIds } from "./wallet-habits/decimal-chain-ids.ts";
import { frozenProvider } from "./wallet-habits/frozen-provider.ts";
import type { Habit } from "./wallet-habits/habit.ts";
import { injectedOnly } from "./wallet-habits/injected-only.ts";
import { locked } from "./wallet-habits/locked.ts";
import { noRevoke } from "./wallet-habits/no-revoke.ts";
import { numericChainIds } from "./wallet-habits/numeric-chain-ids.ts";
import { slow } from "./wallet-habits/slow.ts";
import { tellsAccountsFirst } from "./wallet-habits/tells-accounts-first.ts";
import {
  unknownChain4902,
  unknownChain5000,
  unknownChain32603,
  unknownChainNested,
} from "./wallet-habits/unknown-chain.ts";

/** Wallets in the browser, each with a habit of real ones: whatever it is, they are listed, connect and mint. */

const PRICE = parseEther("0.05");
const OTHER_CHAIN = 8453;

const HABITS: readonly { readonly title: string; readonly habits: readonly Habit[] }[] = [
  { title: "freezes its provider", habits: [frozenProvider] },
  { title: "tells accounts before it answers", habits: [tellsAccountsFirst] },
  { title: "has numbers for chain ids", habits: [numericChainIds] },
  { title: "has decimal text for chain ids", habits: [decimalChainIds] },
  { title: "can't revoke", habits: [noRevoke] },
];

for (const { title, habits } of HABITS) {
  test(`[W-02] lists, connects, mints with and disconnects a wallet that ${title}`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    const wallet = await InjectedWallet.install(page, chain, { chainId: 1, habits });
    wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
    await page.goto(url);
    const mint = new MintPageObject(page);
    await mint.connectWith(wallet.name);
    await expect(page.getByText(wallet.address)).toBeVisible();
    await mint.mint.click();
    await expect(mint.success).toContainText("Transaction successful!");
    expect(await chain.ticket.totalSupply()).toBe(1n);

    await mint.disconnect();
    await expect(mint.connect).toBeVisible();
    await expect(page.getByText(wallet.address)).toHaveCount(0);
  });
}

for (const { device, options } of [
  { device: "a computer", options: {} },
  { device: "a telephone", options: { userAgent: devices["Pixel 7"].userAgent, hasTouch: true } },
]) {
  test.describe(device, () => {
    test.use(options);

    test(`[W-02] [W-11] on ${device} lists, connects, mints with and disconnects a wallet that is only injected`, async ({
      page,
      mainnet: { url, chain },
    }) => {
      const wallet = await InjectedWallet.install(page, chain, {
        chainId: 1,
        habits: [injectedOnly, noRevoke],
      });
      wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
      await page.goto(url);
      const mint = new MintPageObject(page);
      await mint.connect.click();
      await expect(page.getByText("Browser Wallet")).toHaveCount(1);
      await page.getByText("Browser Wallet").click();
      await expect(page.getByText(wallet.address)).toBeVisible();
      await mint.mint.click();
      await expect(mint.success).toContainText("Transaction successful!");

      await mint.disconnect();
      await expect(mint.connect).toBeVisible();
      await expect(page.getByText(wallet.address)).toHaveCount(0);
    });
  });
}

test("[W-02] keeps several wallets apart: the chosen one is asked, and no other", async ({
  page,
  mainnet: { url, chain },
}) => {
  const first = await InjectedWallet.install(page, chain, { chainId: 1, name: "First Wallet" });
  const second = await InjectedWallet.install(page, chain, {
    chainId: 1,
    name: "Second Wallet",
    accountIndex: 3,
    habits: [frozenProvider],
  });
  second.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await page.goto(url);
  const mint = new MintPageObject(page);
  await mint.connect.click();
  await expect(page.getByText("First Wallet")).toBeVisible();
  await page.getByText("Second Wallet").click();
  await expect(page.getByText(second.address)).toBeVisible();
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  expect(second.transactionHashes).toHaveLength(1);
  expect(first.requests).toEqual([]);
});

test("[W-02 control] does not list a wallet that shows itself in neither way", async ({
  page,
  mainnet: { url, chain },
}) => {
  const wallet = await InjectedWallet.install(page, chain, {
    chainId: 1,
    habits: [{ presence: { announced: false } }],
  });
  await page.goto(url);
  const mint = new MintPageObject(page);
  await mint.connect.click();
  await expect(page.getByText("All Wallets")).toBeVisible();
  await expect(page.getByText(wallet.name)).toHaveCount(0);
  await expect(page.getByText("Browser Wallet")).toHaveCount(0);
});

for (const [title, gate] of [
  ["takes its time", slow],
  ["is locked", locked],
] as const) {
  test(`[W-02] waits for a wallet that ${title}`, async ({ page, mainnet: { url, chain } }) => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const wallet = await InjectedWallet.install(page, chain, {
      chainId: 1,
      habits: [gate(opened)],
    });
    await page.goto(url);
    const mint = new MintPageObject(page);
    await mint.connectWith(wallet.name);
    await expect(page.getByText("Accept connection request in the wallet")).toBeVisible();
    await expect(page.getByText(wallet.address)).toHaveCount(0);
    open();
    await expect(page.getByText(wallet.address)).toBeVisible();
  });
}

for (const [title, habit] of [
  ["4902", unknownChain4902],
  ["5000", unknownChain5000],
  ["32603", unknownChain32603],
  ["-32603 with 4902 inside", unknownChainNested],
] as const) {
  test(`[W-04] asks to add the chain when the wallet answers a switch with ${title}`, async ({
    page,
    mainnet: { url, chain, rpc },
  }) => {
    const wallet = await InjectedWallet.install(page, chain, {
      chainId: OTHER_CHAIN,
      habits: [habit],
    });
    await page.goto(url);
    const mint = new MintPageObject(page);
    await mint.connectWith(wallet.name);
    await expect(page.getByText(wallet.address)).toBeVisible();
    expect(wallet.sent("wallet_addEthereumChain").map(({ params }) => params[0])).toEqual([
      expect.objectContaining({
        chainId: "0x1",
        chainName: "Ethereum",
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: [rpc.url],
      }),
    ]);
    expect(wallet.chainId).toBe(1);
  });
}
