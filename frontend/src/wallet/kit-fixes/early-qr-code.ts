import type { createAppKit } from "@reown/appkit";
import { CoreHelperUtil } from "@reown/appkit-controllers";

interface Pairing {
  create(...given: readonly unknown[]): Promise<{ readonly topic: string; readonly uri: string }>;
}

/**
 * The wallet protocol's client (2.20.1) gives out a QR code's text after it has published its proposal, for which it waits
 * for an attestation first. The text is known earlier, with the pairing: a wallet that scans it at once finds the proposal
 * a moment later. On a telephone the text opens the wallet and may suspend this page, so there the proposal comes first.
 */
export async function showQrCodeEarly(modal: ReturnType<typeof createAppKit>): Promise<void> {
  const provider = await modal.getUniversalProvider();
  if (provider === undefined || CoreHelperUtil.isMobile()) return;
  tellOfPairings(provider.client.core.pairing as unknown as Pairing, (uri) => {
    provider.events.emit("display_uri", uri);
  });
}

export function tellOfPairings(pairing: Pairing, tell: (uri: string) => void): void {
  const create = pairing.create;
  pairing.create = async (...given) => {
    const created = await create(...given);
    tell(created.uri);
    return created;
  };
}
