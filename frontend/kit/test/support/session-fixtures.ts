import type { JSHandle } from "@playwright/test";
import type {
  WalletKitOptions,
  WalletKitWallet,
} from "../../../../test/doubles/wallets/walletkit-wallet.ts";
import { openPaired } from "../../../../test/e2e/support/connected-page.ts";
import { test as base, expect } from "../../../../test/e2e/support/fixtures.ts";
import { type PageProvider, pageProvider } from "./page-session.ts";

export interface OpenedSession {
  readonly wallet: WalletKitWallet;
  readonly provider: JSHandle<PageProvider>;
}

interface Fixtures {
  /** Connects a telephone's wallet by its QR code. */
  readonly openSession: (options?: Partial<WalletKitOptions>) => Promise<OpenedSession>;
}

export { expect };

export const test = base.extend<Fixtures>({
  openSession: async ({ page, mainnet: { url }, telephone }, use) =>
    use(async (options) => {
      const wallet = await telephone(options);
      await openPaired(page, url, wallet);
      // Waits until AppKit has read the balance and closed its dialog, because it would also close
      // the next view.
      const balances = () =>
        page.evaluate(() => localStorage.getItem("@appkit/native_balance_cache"));
      await expect.poll(balances).toContain(wallet.address);
      return { wallet, provider: await pageProvider(page) };
    }),
});
