import type { RelayClient } from "./relay-client.ts";

type Provider = Pick<RelayClient, "request">;

const SWITCH = "wallet_switchEthereumChain";

/**
 * If a telephone's wallet has not approved a chain, nor the method that switches to it, the wallet protocol's client (2.20.1)
 * fails with "Failed to switch to chain" only if the page has not asked for that method; else with the words for any
 * method that was not approved. This says the former of both.
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
