import type { RelayClient } from "../relay/relay-client.ts";

type Engine = Pick<RelayClient["client"]["engine"], "getPendingAuthRequest">;

/**
 * The wallet protocol's client (2.20.1) has words for an answer to a sign-in that is not pending, but its store throws
 * first. This lets the client use its words.
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
