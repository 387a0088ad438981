import type { BrowserContext } from "@playwright/test";
import { EmbeddedWallet } from "../../doubles/kit/embedded-wallet.ts";
import { test as base, expect } from "./fixtures.ts";
import { PROJECT_ID } from "./mainnet-build.ts";

interface Fixtures {
  /** Stands in for the provider's frame, and refuses what the real one would: nothing of that may be left at the end. */
  readonly embedded: EmbeddedWallet;
}

export { expect };

export const test = base.extend<Fixtures>({
  embedded: async ({ context, simulatedMainnet: { chain } }, use) => {
    await blockTheOutside(context);
    const embedded = await EmbeddedWallet.install(context, {
      chainUrl: chain.url,
      projectId: PROJECT_ID,
    });
    await use(embedded);
    await embedded.release();
    expect(embedded.violations, "what the frame would have refused").toEqual([]);
  },
});

/** Nothing but this machine answers, unless a double does. */
export async function blockTheOutside(context: BrowserContext): Promise<void> {
  await context.route(
    ({ hostname }) => hostname !== "localhost" && hostname !== "127.0.0.1",
    (route) => route.abort(),
  );
}
