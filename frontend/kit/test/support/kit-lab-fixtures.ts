import { test as base, expect } from "./embedded-wallet-fixtures.ts";
import { KitLabPage } from "./kit-lab-page.ts";

interface Fixtures {
  readonly lab: KitLabPage;
}

export { expect };

export const test = base.extend<Fixtures>({
  lab: async ({ page, kitLab, embedded }, use) => {
    const before = await kitLab.chain.snapshot();
    await use(await KitLabPage.open(page, kitLab, embedded));
    await kitLab.chain.revert(before);
  },
});
