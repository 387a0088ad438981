import type { RelayClient } from "./relay-client.ts";

type Relayer = Pick<RelayClient["client"]["core"]["relayer"], "connect">;

/**
 * For each request that waits for the relay, the WalletConnect client (2.20.1) starts five attempts
 * to connect, which cause more requests. While the dialog shows a QR code and the relay is silent,
 * the client opens hundreds of sockets. This makes all requests share the attempts.
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
