import { CloudApi } from "../standins/cloud-api.ts";
import { PROJECT_ID } from "./mainnet-build.ts";
import { test as base, expect } from "./wallet-fixtures.ts";

interface CloudFixtures {
  /** The kit's own servers. Whatever they should not have been asked fails the test. */
  readonly cloud: CloudApi;
}

export { expect };

export const test = base.extend<CloudFixtures>({
  cloud: async ({ page, noNetwork: _ }, use) => {
    const cloud = new CloudApi(PROJECT_ID);
    await cloud.serve(page);
    await use(cloud);
    expect(cloud.violations, "what the kit's servers should not have been asked").toEqual([]);
  },
});
