import type { createAppKit } from "@reown/appkit";

interface Relayer {
  connect(relayUrl?: string): Promise<void>;
}

/**
 * The wallet protocol's client (2.20.1) looks for its relay five times, with a pause after each. But every request that
 * waits for the relay starts such a search of its own, and each search makes more requests: where the relay can't be
 * reached, one look at the QR code ends in hundreds of sockets at once. So whoever comes while one is under way waits for
 * that one.
 */
export async function connectToRelayOnce(modal: ReturnType<typeof createAppKit>): Promise<void> {
  const provider = await modal.getUniversalProvider();
  if (provider !== undefined) shareConnecting(provider.client.core.relayer as unknown as Relayer);
}

export function shareConnecting(relayer: Relayer): void {
  const connect = relayer.connect.bind(relayer);
  let underWay: Promise<void> | null = null;
  relayer.connect = (relayUrl) => {
    underWay ??= connect(relayUrl).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
