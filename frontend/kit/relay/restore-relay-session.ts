import { ConnectorController } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";
import type { OpenAppKit } from "../open-app-kit.ts";
import type { LateRelay } from "./late-relay.ts";

/**
 * AppKit 1.7.4 restores a phone's session from the relay's client, and expects a started client.
 * This starts the client with AppKit, and makes AppKit wait for it.
 */
export function restoreRelaySession(modal: OpenAppKit, relay: Pick<LateRelay, "start">): void {
  if (ConnectorController.getConnectorId(NAMESPACE) !== "walletConnect") return;
  const started = relay.start().catch((error: unknown) => {
    console.warn("The session with a telephone could not be restored", error);
  });
  const restore = modal.syncExistingConnection.bind(modal);
  modal.syncExistingConnection = async () => {
    await started;
    await restore();
  };
}
