import { expect, it } from "vitest";
import { networkNames, networks } from "../../../networks.ts";
import { appKitNetwork } from "./app-kit-network.ts";

it.each(networkNames)("the kit shows and adds %s as its row has it, its coin too", (name) => {
  const { chainId, title, currency, testnet, explorer } = networks[name];
  const rpcUrls = ["https://rpc.example/key"];

  const network = appKitNetwork(networks[name], rpcUrls);
  expect(network).toMatchObject({ id: chainId, caipNetworkId: `eip155:${chainId}`, testnet });
  expect(network).toMatchObject({ name: title, nativeCurrency: currency });
  expect(network.rpcUrls.default.http).toEqual(rpcUrls);
  expect(network.blockExplorers?.default ?? null).toEqual(explorer);
});

it("a wallet is asked to add Polygon with POL", () => {
  expect(appKitNetwork(networks.polygon, []).nativeCurrency).toEqual({
    name: "POL",
    symbol: "POL",
    decimals: 18,
  });
});
