import type { RelayClient } from "./relay-client.ts";

type Provider = Pick<RelayClient, "request">;

const SWITCH = "wallet_switchEthereumChain";

/**
 * If a wallet approved neither a chain nor the method for switching to it, the WalletConnect client
 * (2.20.1) fails. Its message is "Failed to switch to chain" only if the page did not request that
 * method. This uses that message for each such failure.
 */
export function nameUnapprovedSwitch(provider: Provider): void {
  const request = provider.request.bind(provider);
  provider.request = async (asked, ...rest) => {
    try {
      return await request(asked, ...rest);
    } catch (cause) {
      if (asked.method !== SWITCH || !String(cause).includes(`request() method: ${SWITCH}`)) {
        throw cause;
      }
      throw new Error(
        `Failed to switch to chain 'eip155:${chainOf(asked.params)}': not approved by the wallet`,
        { cause },
      );
    }
  };
}

function chainOf(params: unknown): number {
  const [{ chainId }] = params as [{ chainId: string }];
  return Number.parseInt(chainId, 16);
}
