import type { createAppKit } from "@reown/appkit";
import { ConnectorController } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";

/** Connections that the kit restores with a client or a frame of its own. */
const OWN = ["walletConnect", "ID_AUTH"];

/** @metamask/detect-provider 2 waits as long for a wallet. */
const LATE_MS = 3_000;
/** A wallet that is only injected does not announce its arrival. */
const LOOK_AGAIN_MS = 200;

/**
 * Kit 1.7.4 restores a connection to a browser wallet only after it has loaded WalletConnect's client and the dialog's
 * views. If the wallet is not there by then, the kit forgets the connection. This restores the connection as soon as
 * the wallet arrives, and forgets it only after a time-out.
 * @param injectedId the id of an injected wallet's entry; a second wallet's id starts with it
 */
export function restoreEarly(modal: ReturnType<typeof createAppKit>, injectedId: string): void {
  const id = ConnectorController.getConnectorId(NAMESPACE);
  if (id === undefined || OWN.includes(id)) return;
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a protected member only in brackets
  const restore = modal["syncExistingConnection"].bind(modal);
  const restored = arrivalOf(id, id.startsWith(injectedId)).then(async () => {
    // The visitor may have connected another wallet meanwhile.
    if (ConnectorController.getConnectorId(NAMESPACE) === id) await restore();
  });
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a protected member only in brackets
  modal["syncExistingConnection"] = () => restored;
}

function arrivalOf(id: string, mustLook: boolean): Promise<void> {
  const isThere = () =>
    ConnectorController.getConnectors(NAMESPACE).some((connector) => connector.id === id);
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      clearTimeout(late);
      clearInterval(looking);
      resolve();
    };
    const unsubscribe = ConnectorController.subscribeKey("connectors", () => {
      if (isThere()) end();
    });
    const late = setTimeout(end, LATE_MS);
    const looking = setInterval(() => {
      if (mustLook) window.dispatchEvent(new Event("eip6963:requestProvider"));
    }, LOOK_AGAIN_MS);
    if (isThere()) end();
  });
}
