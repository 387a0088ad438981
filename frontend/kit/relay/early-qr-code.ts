import { CoreHelperUtil } from "@reown/appkit-controllers";
import type { Pairing, RelayClient } from "./relay-client.ts";

/**
 * The wallet protocol's client (2.20.1) gives out a QR code's text only after it has published its proposal, which
 * waits for an attestation. The text is already known from the pairing. A wallet that scans it early finds the proposal
 * a moment later. On a telephone the text opens the wallet, which may suspend this page, so there the proposal comes
 * first.
 */
export function showQrCodeEarly({ client, events }: RelayClient): void {
  if (CoreHelperUtil.isMobile()) return;
  tellOfPairings(client.core.pairing, (uri) => {
    events.emit("display_uri", uri);
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
