import { CloudApi } from "../../doubles/kit/cloud-api.ts";
import { RpcGateway } from "../../doubles/kit/rpc-gateway.ts";
import { blockTheOutside } from "./embedded-wallet-fixtures.ts";
import { test as base, expect } from "./kit-lab-fixtures.ts";
import { PROJECT_ID } from "./mainnet-build.ts";

interface CloudFixtures {
  /** Blocks requests to other machines, unless a double answers. */
  readonly inside: undefined;
  /** The kit's own servers. An invalid request fails the test. */
  readonly cloud: CloudApi;
  /** The kit's own JSON-RPC endpoint, for a page without one. */
  readonly gateway: RpcGateway;
}

export { expect };

export const test = base.extend<CloudFixtures>({
  inside: [
    async ({ context }, use) => {
      await blockTheOutside(context);
      // The relay's socket fails, as without a network.
      await context.routeWebSocket(
        ({ hostname }) => hostname !== "localhost" && hostname !== "127.0.0.1",
        (socket) => socket.close(),
      );
      await use(undefined);
    },
    { auto: true },
  ],

  // Takes precedence over the frame's double, which blocks other machines as well.
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
