import { expect, type Page } from "@playwright/test";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import type { Chain } from "./chain.ts";
import { MintPageObject } from "./page.ts";

/** The page with an announced wallet that a visitor has connected by clicking. */
export async function openConnected(
  page: Page,
  url: string,
  chain: Chain,
): Promise<{ readonly wallet: InjectedWallet; readonly mint: MintPageObject }> {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
  await page.goto(url);
  const mint = new MintPageObject(page);
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  return { wallet, mint };
}
