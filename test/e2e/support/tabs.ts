import type { Page } from "@playwright/test";
import type { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { quickAnimations } from "./quick-animations.ts";

export async function newTab(page: Page, ...wallets: readonly InjectedWallet[]): Promise<Page> {
  const tab = await page.context().newPage();
  await quickAnimations(tab);
  for (const wallet of wallets) await wallet.enter(tab);
  return tab;
}
