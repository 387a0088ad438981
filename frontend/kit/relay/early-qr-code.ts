import { CoreHelperUtil } from "@reown/appkit-controllers";
import type { Pairing, RelayClient } from "./relay-client.ts";

/**
 * The WalletConnect client (2.20.1) returns a QR code only after it has published its proposal,
 * which takes time. This shows the code at once, because a wallet that scans it gets the proposal a
 * moment later. On a phone the code still waits, because its link opens the wallet, and the browser
 * may then suspend this page.
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
