import type { RelayClient } from "./relay-client.ts";

type Provider = Pick<RelayClient, "request">;

const SWITCH = "wallet_switchEthereumChain";

/**
 * If a wallet has approved neither a chain nor the method for switching to it, the wallet protocol's client (2.20.1)
 * fails. Its error says "Failed to switch to chain" only if the page has not asked for that method. This gives every
 * such failure that message.
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
