import type { RelayClient } from "./relay-client.ts";

type Relayer = Pick<RelayClient["client"]["core"]["relayer"], "connect">;

/**
 * Each request that waits for the relay makes the wallet protocol's client (2.20.1) start five attempts to connect,
 * which make more requests. If the relay is silent, the QR code opens hundreds of sockets at once. Here all requests
 * share the attempts.
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
