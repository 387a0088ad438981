import { Relay } from "../../doubles/relay/relay.ts";
import { VerifyPage } from "../../doubles/relay/verify-page.ts";
import { type WalletKitOptions, WalletKitWallet } from "../../doubles/wallets/walletkit-wallet.ts";
import { test as base, expect } from "./fixtures.ts";
import { quickAnimations } from "./quick-animations.ts";

interface WalletFixtures {
  readonly quick: undefined;
  readonly relay: Relay;
  readonly verifyPage: VerifyPage;
  readonly telephone: (options: Omit<WalletKitOptions, "relayUrl">) => Promise<WalletKitWallet>;
}

export { expect };

export const test = base.extend<WalletFixtures>({
  quick: [
    async ({ page }, use) => {
      await quickAnimations(page);
      await use(undefined);
    },
    { auto: true },
  ],

  relay: async ({ page }, use) => {
    const relay = await Relay.start();
    await relay.serve(page);
    await use(relay);
    await relay.stop();
    expect(relay.violations, "invalid requests to the relay").toEqual([]);
  },

  verifyPage: async ({ page }, use) => {
    const verifyPage = new VerifyPage();
    await verifyPage.serve(page);
    await use(verifyPage);
    expect(verifyPage.violations, "invalid requests to the verify page").toEqual([]);
  },

  telephone: async ({ relay, verifyPage }, use) => {
    // The wallet's client, in this process, must reach no other machine.
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const { hostname, href } = new URL(input instanceof Request ? input.url : input);
      if (["localhost", "127.0.0.1"].includes(hostname)) return await real(input, init);
      if (hostname === "verify.walletconnect.org") return verifyPage.answer(href);
      throw new TypeError("fetch failed: there is no network here");
    };
    const wallets: WalletKitWallet[] = [];
    await use(async (options) => {
      const wallet = await WalletKitWallet.create({ ...options, relayUrl: relay.url });
      wallets.push(wallet);
      return wallet;
    });
    for (const wallet of wallets) {
      await wallet.close();
      expect(wallet.failures, `errors in ${wallet.name}`).toEqual([]);
    }
    globalThis.fetch = real;
  },
});
