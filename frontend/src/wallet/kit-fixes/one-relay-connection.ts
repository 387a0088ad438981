import type { createAppKit } from "@reown/appkit";

interface Relayer {
  connect(relayUrl?: string): Promise<void>;
}

/**
 * The wallet protocol's client (2.20.1) tries to connect to its relay five times, with a pause after each. But every request
 * that waits for the relay starts its own series of attempts, and each series makes more requests: if the relay can't be
 * reached, showing the QR code opens hundreds of sockets at once. So callers share the series that is under way.
 */
export async function connectToRelayOnce(modal: ReturnType<typeof createAppKit>): Promise<void> {
  const provider = await modal.getUniversalProvider();
  if (provider !== undefined)
    shareConnectionAttempts(provider.client.core.relayer as unknown as Relayer);
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
