import { ConnectorController } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";
import type { OpenAppKit } from "../open-app-kit.ts";

/** Connections that AppKit restores by its own client or frame. */
const OWN = ["walletConnect", "ID_AUTH"];

/** The wait for a wallet, as long as in @metamask/detect-provider 2. */
const LATE_MS = 3_000;
/** Polls, because an injected wallet does not announce its arrival. */
const LOOK_AGAIN_MS = 200;

/**
 * AppKit 1.7.4 restores a browser wallet's connection only after it has loaded the WalletConnect
 * client and the dialog's views. If the wallet is missing then, AppKit drops the connection. This
 * restores it as soon as the wallet appears, or drops it after a time-out.
 * @param injectedId the id of an injected wallet's entry; a second wallet's id starts with it
 */
export function restoreEarly(modal: OpenAppKit, injectedId: string): void {
  const id = ConnectorController.getConnectorId(NAMESPACE);
  if (id === undefined || OWN.includes(id)) return;
  const restore = modal.syncExistingConnection.bind(modal);
  const restored = arrivalOf(id, id.startsWith(injectedId)).then(async () => {
    // The visitor may have connected another wallet in the meantime.
    if (ConnectorController.getConnectorId(NAMESPACE) === id) await restore();
  });
  modal.syncExistingConnection = () => restored;
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
