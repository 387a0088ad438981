import type { createAppKit } from "@reown/appkit";
import { ChainController, ConnectorController } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";

/**
 * A telephone's wallet can support all networks although its session names only one; the kit knows such a wallet by its name.
 * Kit 1.7.4 calls a network that such a wallet changes to unsupported all the same, and opens the view for that. This leaves
 * the network as it is. The page compares the wallet's network with its own before a purchase.
 */
export function supportAllNetworks(modal: ReturnType<typeof createAppKit>): void {
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a private member only in brackets
  const setUnsupported = modal["setUnsupportedNetwork"].bind(modal);
  // biome-ignore lint/complexity/useLiteralKeys: as above
  modal["setUnsupportedNetwork"] = (chainId) => {
    if (!supportsAll()) setUnsupported(chainId);
  };
}

/** The kit says so of every installed wallet, too, of which it knows nothing. */
function supportsAll(): boolean {
  return (
    ConnectorController.getConnectorId(NAMESPACE) === "walletConnect" &&
    ChainController.getNetworkProp("supportsAllNetworks", NAMESPACE) === true
  );
}
