import type { Page } from "@playwright/test";
import { collected } from "../../doubles/wallets/habits/collected.ts";
import { injectedOnly } from "../../doubles/wallets/habits/injected-only.ts";
import { lateToAnnounce } from "../../doubles/wallets/habits/late-to-announce.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** Wallets in `window.ethereum`, alone or beside announced ones: each is listed once. */

/** The names that the dialog lists as installed, in their order. */
const installed = (page: Page) =>
  page
    .locator("w3m-connect-announced-widget wui-list-wallet")
    .evaluateAll((entries) =>
      entries.map((entry) => (entry as Element & { name?: string }).name ?? ""),
    );

test("[W-02] lists a wallet that is only injected beside an announced one, and connects each", async ({
  page,
  mainnet: { url, chain },
}) => {
  const injected = await InjectedWallet.install(page, chain, {
    chainId: 1,
    name: "Old Wallet",
    accountIndex: 2,
    habits: [injectedOnly],
  });
  const { wallet: announced, mint } = await openWithWallet(page, url, chain);
  await mint.connect.click();
  await expect.poll(() => installed(page)).toEqual([announced.name, "Browser Wallet"]);
  await page.getByText("Browser Wallet").click();
  await expect(page.getByText(injected.address)).toBeVisible();
  expect(announced.requests).toEqual([]);

  await page.reload();
  await expect(page.getByText(injected.address)).toBeVisible();
  expect(announced.requests).toEqual([]);

  await mint.disconnect();
  await mint.connectWith(announced.name);
  await expect(page.getByText(announced.address)).toBeVisible();
});

test("[W-02] lists a wallet once that is injected at once and announces itself 200 ms after it was asked", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.clock.install();
  const habits = [lateToAnnounce(200)];
  const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
  await mint.connect.click();
  await expect(page.getByText(wallet.name)).toBeVisible();
  await page.clock.runFor(1_000);
  expect(await installed(page)).toEqual([wallet.name]);
  await page.getByText(wallet.name).click();
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("[W-02] lists every wallet of `window.ethereum.providers`, and connects the chosen one", async ({
  page,
  mainnet: { url, chain },
}) => {
  const wallets: InjectedWallet[] = [];
  for (const accountIndex of [1, 2]) {
    const name = `Collected ${accountIndex}`;
    const options = { chainId: 1, name, accountIndex, habits: [collected] };
    wallets.push(await InjectedWallet.install(page, chain, options));
  }
  await page.goto(url);
  await new MintPageObject(page).connect.click();
  await expect.poll(() => installed(page)).toEqual(["Browser Wallet", "Browser Wallet (2)"]);
  await page.getByText("Browser Wallet (2)").click();
  await expect(page.getByText(wallets[1]?.address ?? "")).toBeVisible();
  expect(wallets[0]?.requests).toEqual([]);
});

test("[W-02] lists the wallet that has replaced another one when the dialog is opened again", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.clock.install();
  const { wallet: announced, mint } = await openWithWallet(page, url, chain);
  await mint.connect.click();
  await expect.poll(() => installed(page)).toEqual([announced.name]);
  // The time that wallets have to answer the first request is over.
  await page.clock.runFor(1_000);
  await page.keyboard.press("Escape");
  await expect(page.locator("w3m-modal")).not.toHaveClass(/open/);

  await page.evaluate(() => Object.assign(window, { ethereum: { request: async () => [] } }));
  await mint.connect.click();
  await expect.poll(() => installed(page)).toEqual([announced.name, "Browser Wallet"]);
});

test("[W-02] lists announced wallets though `window.ethereum` is a getter that throws", async ({
  page,
  mainnet: { url, chain },
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    Object.defineProperty(window, "ethereum", {
      get() {
        throw new Error("Two extensions want to be window.ethereum");
      },
    });
  });
  await openConnected(page, url, chain);
  expect(errors).toEqual([]);
});
