import type { RelayClient } from "./relay-client.ts";

type Relayer = Pick<RelayClient["client"]["core"]["relayer"], "connect">;

/**
 * The wallet protocol's client (2.20.1) tries to connect to its relay five times. But every waiting request starts its
 * own series of attempts, which make more requests. Without a relay, the QR code opens hundreds of sockets at once.
 * Here callers share one series.
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
