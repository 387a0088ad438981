import type { Page } from "@playwright/test";
import type { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";

/** Another tab of the same browser, with the browser's wallets, and as far from other machines as the first. */
export async function newTab(page: Page, ...wallets: readonly InjectedWallet[]): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.route(
    ({ hostname }) => !["localhost", "127.0.0.1"].includes(hostname),
    (route) => route.abort("internetdisconnected"),
  );
  for (const wallet of wallets) await wallet.enter(tab);
  return tab;
}
