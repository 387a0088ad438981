import type { RelayClient } from "../relay/relay-client.ts";

type Engine = Pick<RelayClient["client"]["engine"], "getPendingAuthRequest">;

/**
 * The wallet protocol's client (2.20.1) has a message for an answer to a sign-in that is not pending. But its store
 * throws first, as for any missing record. This lets the client use its own message.
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
