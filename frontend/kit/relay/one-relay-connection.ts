import type { RelayClient } from "./relay-client.ts";

type Relayer = Pick<RelayClient["client"]["core"]["relayer"], "connect">;

/**
 * The wallet protocol's client (2.20.1) tries to connect to its relay five times, with a pause after each attempt. But
 * every waiting request starts its own series of attempts, and each series makes more requests. Without a relay, the QR
 * code opens hundreds of sockets at once. With this, callers share the series under way.
 */
export function connectToRelayOnce({ client }: RelayClient): void {
  shareConnectionAttempts(client.core.relayer);
}

export function shareConnectionAttempts(relayer: Relayer): void {
  const connect = relayer.connect.bind(relayer);
  let underWay: Promise<void> | null = null;
  relayer.connect = (relayUrl) => {
    underWay ??= connect(relayUrl).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
