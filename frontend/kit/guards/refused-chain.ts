import { EthersAdapter } from "@reown/appkit-adapter-ethers";

type Switching = Parameters<EthersAdapter["switchNetwork"]>[0];

interface Provider {
  request(request: { readonly method: string }): Promise<unknown>;
}

/**
 * Adapter 1.7.4 compares the wallet's chain, which is a text, with a number. So it asks for a switch at every connection, and a
 * wallet that can't switch never connects, though it is on the right chain. This asks a wallet on another chain only.
 *
 * If a wallet refuses to switch, adapter 1.7.4 says "Chain is not supported"; if it does not know the chain and refuses to
 * add it, the adapter passes the wallet's own error on. This says the same of both, and keeps the wallet's error as the cause.
 */
export class PlainEthersAdapter extends EthersAdapter {
  override async switchNetwork(params: Switching): Promise<void> {
    const { provider, providerType, caipNetwork } = params;
    if (providerType !== "AUTH" && (await isOn(provider as Provider, caipNetwork.id))) return;
    try {
      await super.switchNetwork(params);
    } catch (cause) {
      // The embedded wallet's own errors.
      if (providerType === "AUTH") throw cause;
      throw new Error("Chain is not supported", { cause });
    }
  }
}

/** A wallet that does not tell its chain is asked to switch. */
async function isOn(provider: Provider, chainId: number | string): Promise<boolean> {
  const chain = await provider.request({ method: "eth_chainId" }).catch(() => null);
  return chain !== null && Number(chain) === Number(chainId);
}
