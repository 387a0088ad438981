import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import { CloudApi } from "../../doubles/cloud-api.ts";
import { RpcGateway } from "../../doubles/rpc-gateway.ts";
import { test as base, expect } from "./kit-lab-fixtures.ts";

interface CloudFixtures {
  readonly cloud: CloudApi;
  /** The RPC endpoint of a page that sets none. */
  readonly gateway: RpcGateway;
}

export { expect };

export const test = base.extend<CloudFixtures>({
  cloud: async ({ page }, use) => {
    const cloud = new CloudApi(PROJECT_ID);
    await cloud.serve(page);
    await use(cloud);
    expect(cloud.violations, "invalid requests to the kit's servers").toEqual([]);
  },

  gateway: async ({ page, cloud: _, simulatedMainnet: { chain } }, use) => {
    const gateway = new RpcGateway(PROJECT_ID, { "eip155:1": chain.url });
    await gateway.serve(page);
    await use(gateway);
    expect(gateway.violations, "invalid requests to the kit's endpoint").toEqual([]);
  },
});
