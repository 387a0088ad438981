import { devices } from "@playwright/test";
import { parseEther } from "ethers";
import { networks } from "../../../networks.ts";
import { decimalChainIds } from "../../doubles/wallets/habits/decimal-chain-ids.ts";
import { frozenProvider } from "../../doubles/wallets/habits/frozen-provider.ts";
import { injectedOnly } from "../../doubles/wallets/habits/injected-only.ts";
import { locked } from "../../doubles/wallets/habits/locked.ts";
import { noRevoke } from "../../doubles/wallets/habits/no-revoke.ts";
import { numericChainIds } from "../../doubles/wallets/habits/numeric-chain-ids.ts";
import { slow } from "../../doubles/wallets/habits/slow.ts";
import { tellsAccountsFirst } from "../../doubles/wallets/habits/tells-accounts-first.ts";
import {
  unknownChain4902,
  unknownChain5000,
  unknownChain32603,
  unknownChainNested,
} from "../../doubles/wallets/habits/unknown-chain.ts";
import type { Habit } from "../../doubles/wallets/injected-wallet.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** Wallets in the browser, each with a habit of a real one: all are listed, connect and mint. */

const PRICE = parseEther("0.05");
const OTHER_CHAIN = 8453;

const HABITS: Readonly<Record<string, readonly Habit[]>> = {
  "Freezing Wallet": [frozenProvider],
  "Telling Wallet": [tellsAccountsFirst],
  "Numeric Wallet": [numericChainIds],
  "Decimal Wallet": [decimalChainIds],
  "Clinging Wallet": [noRevoke],
};

test("[W-02] lists, connects, mints with and disconnects a wallet, whatever its habits", async ({
  page,
  mainnet: { url, chain },
}) => {
  const wallets: InjectedWallet[] = [];
  for (const [index, [name, habits]] of Object.entries(HABITS).entries()) {
    wallets.push(
      await InjectedWallet.install(page, chain, {
        chainId: 1,
        name,
        habits,
        accountIndex: index + 1,
      }),
    );
  }
  await page.goto(url);
  const mint = new MintPageObject(page);
  for (const [sold, wallet] of wallets.entries()) {
    await test.step(wallet.name, async () => {
      wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
      await mint.connectWith(wallet.name);
      await expect(page.getByText(wallet.address)).toBeVisible();
      await mint.mint.click();
      await expect(mint.success).toContainText(`Ticket #${sold + 1} is yours.`);
      expect(await chain.ticket.totalSupply()).toBe(BigInt(sold + 1));

      await mint.disconnect();
      await expect(mint.connect).toBeVisible();
      await expect(page.getByText(wallet.address)).toHaveCount(0);
    });
  }
  // Each was asked once, and only for its own purchase.
  for (const wallet of wallets) expect(wallet.transactionHashes).toHaveLength(1);
});

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
      const habits = [injectedOnly, noRevoke];
      const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
      wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
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

test.describe("a telephone", () => {
  test.use({ userAgent: devices["Pixel 7"].userAgent, hasTouch: true });

  test("[W-02] in a wallet's own browser on a telephone lists the announced wallet once, connects and mints", async ({
    page,
    mainnet: { url, chain },
  }) => {
    const habits = [{ presence: { announced: true, injected: true } }];
    const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
    wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
    await mint.connect.click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByText(wallet.name)).toHaveCount(1);
    await expect(dialog.getByText("Browser Wallet")).toHaveCount(0);
    await dialog.getByText(wallet.name).click();
    await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
    await mint.mint.click();
    await expect(mint.success).toContainText("Transaction successful!");
    expect(wallet.transactionHashes).toHaveLength(1);
  });
});

test("[W-02] keeps several wallets apart: only the chosen one is asked", async ({
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

test("[W-02 control] does not list a wallet that is neither announced nor injected", async ({
  page,
  mainnet: { url, chain },
}) => {
  const habits = [{ presence: { announced: false } }];
  const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
  await mint.showWallets();
  await expect(page.getByText(wallet.name)).toHaveCount(0);
  await expect(page.getByText("Browser Wallet")).toHaveCount(0);
});

test("[W-02] waits for a slow wallet, and for a locked one", async ({
  page,
  mainnet: { url, chain },
}) => {
  for (const [name, gate, accountIndex] of [
    ["Slow Wallet", slow, 1],
    ["Locked Wallet", locked, 2],
  ] as const) {
    const opened = deferred<void>();
    const options = { name, accountIndex, habits: [gate(opened.promise)] };
    const { wallet, mint } = await openWithWallet(page, url, chain, options);
    await mint.connectWith(wallet.name);
    await expect(page.getByText("Accept connection request in the wallet")).toBeVisible();
    await expect(page.getByText(wallet.address)).toHaveCount(0);
    opened.resolve();
    await expect(page.getByText(wallet.address)).toBeVisible();
    await mint.disconnect();
    await expect(mint.connect).toBeVisible();
  }
});

test("[W-04] asks to add the chain if a wallet answers the switch with one of the codes for that", async ({
  page,
  mainnet: { url, chain, rpc },
}) => {
  const wallets: InjectedWallet[] = [];
  for (const [name, habit] of [
    ["Wallet of 4902", unknownChain4902],
    ["Wallet of 5000", unknownChain5000],
    ["Wallet of 32603", unknownChain32603],
    ["Wallet of 4902 inside", unknownChainNested],
  ] as const) {
    wallets.push(
      await InjectedWallet.install(page, chain, {
        chainId: OTHER_CHAIN,
        name,
        habits: [habit],
        accountIndex: wallets.length + 1,
      }),
    );
  }
  await page.goto(url);
  const mint = new MintPageObject(page);
  for (const wallet of wallets) {
    await test.step(wallet.name, async () => {
      await mint.connect.click();
      await page.getByText(wallet.name, { exact: true }).click();
      await expect(page.getByText(wallet.address)).toBeVisible();
      expect(wallet.sent("wallet_addEthereumChain").map(({ params }) => params[0])).toEqual([
        expect.objectContaining({
          chainId: "0x1",
          chainName: networks.mainnet.title,
          nativeCurrency: networks.mainnet.currency,
          rpcUrls: [rpc.url],
        }),
      ]);
      expect(wallet.chainId).toBe(1);
      await mint.disconnect();
      await expect(mint.connect).toBeVisible();
    });
  }
});
