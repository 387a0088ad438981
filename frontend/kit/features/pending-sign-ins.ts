import type { RelayClient } from "../relay/relay-client.ts";

type Engine = Pick<RelayClient["client"]["engine"], "getPendingAuthRequest">;

/**
 * If a wallet answers a sign-in that is not pending, the store of the WalletConnect client (2.20.1)
 * throws before the client can report its own error. This keeps the store from throwing.
 */
export function findQuietly(engine: Engine): void {
  const find = engine.getPendingAuthRequest;
  engine.getPendingAuthRequest = (id) => {
    try {
      return find(id);
    } catch {
      return undefined;
    }
  };
}
