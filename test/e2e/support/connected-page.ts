import { expect, type Page } from "@playwright/test";
import {
  InjectedWallet,
  type InjectedWalletOptions,
} from "../../doubles/wallets/injected-wallet.ts";
import type { WalletKitWallet } from "../../doubles/wallets/walletkit-wallet.ts";
import type { Chain } from "./chain.ts";
import { MintPageObject } from "./page.ts";

export interface Opened {
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
export async function openRestored(page: Page, url: string, chain: Chain): Promise<Opened> {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
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

type Entries = Readonly<Record<string, string>>;

/** @param connector AppKit's id of the wallet; for an announced one, its rdns */
export function storedConnection(address: string, connector: string): Entries {
  return {
    "connected-address": address,
    "@appkit/connection_status": "connected",
    "@appkit/connected_namespaces": "eip155",
    "@appkit/active_namespace": "eip155",
    "@appkit/active_caip_network_id": "eip155:1",
    "@appkit/eip155:connected_connector_id": connector,
  };
}

/** Stores only on the first load, because a removed key must stay removed after a reload. */
export async function gotoWithStored(page: Page, url: string, entries: Entries): Promise<void> {
  const script = await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, entries);
  await page.goto(url);
  await script.dispose();
}
