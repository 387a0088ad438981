import { test as base, expect } from "../../../../test/e2e/support/fixtures.ts";
import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import { EmbeddedWallet } from "../../doubles/embedded-wallet.ts";
import { EmbeddedLogin } from "./embedded-login.ts";

interface Fixtures {
  readonly embedded: EmbeddedWallet;
  /** Opens the page with every feature, and its list of wallets. */
  readonly openLogin: () => Promise<EmbeddedLogin>;
  readonly signIn: (address?: string) => Promise<EmbeddedLogin>;
  readonly restoreLogin: () => Promise<EmbeddedLogin>;
}

export { expect };

export const test = base.extend<Fixtures>({
  embedded: async ({ context, simulatedMainnet: { chain } }, use) => {
    const embedded = await EmbeddedWallet.install(context, {
      chainUrl: chain.url,
      projectId: PROJECT_ID,
    });
    await use(embedded);
    await embedded.release();
    expect(embedded.violations, "messages that the frame refuses").toEqual([]);
  },

  openLogin: async ({ page, features: { url }, embedded: _ }, use) =>
    use(() => EmbeddedLogin.open(page, url)),
  signIn: async ({ page, features: { url }, embedded }, use) =>
    use((address) => EmbeddedLogin.signedIn(page, url, embedded, address)),
  restoreLogin: async ({ page, features: { url }, embedded }, use) =>
    use(() => EmbeddedLogin.remembered(page, url, embedded)),
});
