import {
  ConnectionController,
  ConnectorController,
  CoreHelperUtil,
  StorageUtil,
} from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";
import type { RelayClient } from "./relay-client.ts";

/** Schemes that a browser handles itself. Any other scheme is an app's. */
const BROWSERS_OWN =
  /^(javascript|data|blob|file|filesystem|about|view-source|vbscript|http|ftp|wss?):$/;

/**
 * The URL that opens the connected phone's wallet on this device; `null` if the wallet is on
 * another device. AppKit 1.7.4 opens the wallet so long after the visitor's tap that a browser may
 * block it. Browsers never block a tap on a link.
 */
export function walletLink(client: Pick<RelayClient, "session"> | null): string | null {
  if (ConnectorController.getConnectorId(NAMESPACE) !== "walletConnect") return null;
  // If the browser blocks storage, AppKit keeps the visitor's choice until the next load.
  const chosen =
    StorageUtil.getWalletConnectDeepLink() ?? ConnectionController.state.wcLinking ?? null;
  if (chosen !== null) return appLink(chosen.href);
  if (!CoreHelperUtil.isMobile()) return null;
  const { universal, native } = client?.session?.peer.metadata.redirect ?? {};
  return appLink(universal) ?? appLink(native);
}

/** Allows `https:` and a wallet's own scheme. The text comes from a directory or a wallet. */
export function appLink(text: unknown): string | null {
  if (typeof text !== "string") return null;
  try {
    const { protocol, href } = new URL(text);
    return BROWSERS_OWN.test(protocol) ? null : href;
  } catch {
    return null;
  }
}
