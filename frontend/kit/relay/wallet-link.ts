import {
  ConnectionController,
  ConnectorController,
  CoreHelperUtil,
  StorageUtil,
} from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";
import type { RelayClient } from "./relay-client.ts";

/** Schemes that a browser runs or shows itself. Any other scheme is an app's. */
const BROWSERS_OWN =
  /^(javascript|data|blob|file|filesystem|about|view-source|vbscript|http|ftp|wss?):$/;

/**
 * The URL that opens the connected telephone's wallet on this device; `null` if it is on another device.
 *
 * For each request kit 1.7.4 opens the wallet by itself, but only once the request is on its way. That is long after
 * the visitor's tap, so a browser may block it. A link opens the wallet with a tap of its own.
 */
export function walletLink(client: Pick<RelayClient, "session"> | null): string | null {
  if (ConnectorController.getConnectorId(NAMESPACE) !== "walletConnect") return null;
  // The visitor's choice in the dialog. If the browser refuses storage, the kit keeps it until the next load.
  const chosen =
    StorageUtil.getWalletConnectDeepLink() ?? ConnectionController.state.wcLinking ?? null;
  if (chosen !== null) return appLink(chosen.href);
  if (!CoreHelperUtil.isMobile()) return null;
  const { universal, native } = client?.session?.peer.metadata.redirect ?? {};
  return appLink(universal) ?? appLink(native);
}

/** Allows `https:` and a wallet's own scheme. Checks the text because it comes from a directory or a wallet. */
export function appLink(text: unknown): string | null {
  if (typeof text !== "string") return null;
  try {
    const { protocol, href } = new URL(text);
    return BROWSERS_OWN.test(protocol) ? null : href;
  } catch {
    return null;
  }
}
