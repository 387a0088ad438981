import { EthersAdapter } from "@reown/appkit-adapter-ethers";

type Switching = Parameters<EthersAdapter["switchNetwork"]>[0];

/**
 * If a wallet refuses to switch, adapter 1.7.4 says "Chain is not supported"; if it does not know the chain and refuses to
 * add it, the adapter passes the wallet's own error on. This says the same of both, and keeps the wallet's error as the cause.
 */
export class PlainEthersAdapter extends EthersAdapter {
  override async switchNetwork(params: Switching): Promise<void> {
    try {
      await super.switchNetwork(params);
    } catch (cause) {
      // The embedded wallet's own errors.
      if (params.providerType === "AUTH") throw cause;
      throw new Error("Chain is not supported", { cause });
    }
  }
}
