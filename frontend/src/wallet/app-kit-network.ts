import type { AppKitNetwork } from "@reown/appkit/networks";
import type { Chain } from "../../../networks.ts";
import { NAMESPACE } from "../../kit/namespace.ts";

export function appKitNetwork(network: Chain, rpcUrls: readonly string[]): AppKitNetwork {
  return {
    id: network.chainId,
    caipNetworkId: `${NAMESPACE}:${network.chainId}`,
    chainNamespace: NAMESPACE,
    name: network.title,
    nativeCurrency: network.currency,
    rpcUrls: { default: { http: rpcUrls } },
    testnet: network.testnet,
    ...(network.explorer && { blockExplorers: { default: network.explorer } }),
  };
}
