import { expect, type Page } from "@playwright/test";
import {
  InjectedWallet,
  type InjectedWalletOptions,
} from "../../doubles/wallets/injected-wallet.ts";
import type { WalletKitWallet } from "../../doubles/wallets/walletkit-wallet.ts";
import type { Chain } from "./chain.ts";
import { MintPageObject } from "./page.ts";
import { gotoWithStored, storedConnection } from "./stored-connection.ts";

interface Opened {
  readonly wallet: InjectedWallet;
  readonly mint: MintPageObject;
}

export async function openWithWallet(
  page: Page,
  url: string,
  chain: Chain,
  options: Partial<InjectedWalletOptions> = {},
): Promise<Opened> {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1, ...options });
  await page.goto(url);
  return { wallet, mint: new MintPageObject(page) };
}

export async function openConnected(
  page: Page,
  url: string,
  chain: Chain,
  options: Partial<InjectedWalletOptions> = {},
): Promise<Opened> {
  const opened = await openWithWallet(page, url, chain, options);
  await opened.mint.connectWith(opened.wallet.name);
  await expect(page.getByText(opened.wallet.address)).toBeVisible();
  return opened;
}

/** Restores a stored connection in half the time of `openConnected`. */
export async function openRestored(
  page: Page,
  url: string,
  chain: Chain,
  accountIndex = 1,
): Promise<Opened> {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1, accountIndex });
  wallet.permitted = true;
  await gotoWithStored(page, url, storedConnection(wallet.address, wallet.rdns));
  await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
  return { wallet, mint: new MintPageObject(page) };
}

export async function openPaired(
  page: Page,
  url: string,
  wallet: WalletKitWallet,
): Promise<MintPageObject> {
  await page.goto(url);
  const mint = new MintPageObject(page);
  await wallet.pair(await mint.openQrCode());
  await expect(page.getByText(wallet.address)).toBeVisible();
  return mint;
}
