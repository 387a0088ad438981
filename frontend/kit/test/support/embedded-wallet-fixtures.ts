import { test as base, expect } from "../../../../test/e2e/support/fixtures.ts";
import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import { EmbeddedWallet } from "../../doubles/embedded-wallet.ts";

interface Fixtures {
  readonly embedded: EmbeddedWallet;
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
});
