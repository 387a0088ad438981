import type { createAppKit } from "@reown/appkit";
import { ChainController } from "@reown/appkit-controllers";

/**
 * If a sign-in can't start, kit 1.7.4 disconnects the wallet, but forgets its account only if the wallet reports that it
 * shares none any more. This forgets it with every disconnection.
 */
export function forgetLeftAccounts(modal: ReturnType<typeof createAppKit>): void {
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a private member only in brackets
  const client = modal["connectionControllerClient"];
  if (client === undefined) return;
  const { disconnect } = client;
  client.disconnect = async (namespace = ChainController.state.activeChain) => {
    await disconnect(namespace);
    if (namespace !== undefined) ChainController.resetAccount(namespace);
  };
}
