import { ChainController } from "@reown/appkit-controllers";
import { beforeAll, expect, it } from "vitest";
import { leaveRemovedNetworks } from "./removed-network.ts";

type Networks = NonNullable<Parameters<typeof ChainController.initialize>[1]>;

/** Starts the kit's list of networks with these, the first one active. */
function start(...ids: readonly string[]): void {
  const networks = ids.map((caipNetworkId) => {
    const [chainNamespace, id] = caipNetworkId.split(":");
    return { id: Number(id), caipNetworkId, chainNamespace, name: caipNetworkId };
  }) as unknown as Networks;
  ChainController.state.chains.clear();
  ChainController.initialize([{ namespace: "eip155" }] as never, networks, {} as never);
  const [first] = networks;
  if (first !== undefined) ChainController.setActiveCaipNetwork(first);
}

const active = () => ChainController.state.activeCaipNetwork?.caipNetworkId;

beforeAll(() => {
  leaveRemovedNetworks();
});

it.each([
  ["the first one remaining, if the first one is removed", 1, "eip155:137"],
  ["itself, if another one is removed", 137, "eip155:1"],
  ["itself, if an unknown one is removed", 10, "eip155:1"],
])("leaves active %s", (_, removed, expected) => {
  start("eip155:1", "eip155:137", "eip155:8453");
  ChainController.removeNetwork("eip155", removed);
  expect(active()).toBe(expected);
});

it("leaves the last one active, since none remains", () => {
  start("eip155:1");
  ChainController.removeNetwork("eip155", 1);
  expect(active()).toBe("eip155:1");
});
