import { CoreHelperUtil } from "@reown/appkit-controllers";
import type { Pairing, RelayClient } from "./relay-client.ts";

/**
 * The wallet protocol's client (2.20.1) gives out a QR code's text after it has published its proposal, for which it waits
 * for an attestation first. The text is known earlier, with the pairing: a wallet that scans it at once finds the proposal
 * a moment later. On a telephone the text opens the wallet and may suspend this page, so there the proposal comes first.
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
