import { ConnectionController, ConnectorController, StorageUtil } from "@reown/appkit-controllers";
import { ProviderUtil } from "@reown/appkit-utils";
import { NAMESPACE } from "../namespace.ts";
import type { OpenAppKit } from "../open-app-kit.ts";
import type { LateRelay } from "../relay/late-relay.ts";

type Relay = Pick<LateRelay, "client" | "start">;

const CONNECTED_KEY = `@appkit/${NAMESPACE}:connected_connector_id`;

const CHANNEL = "wallet-connection";
const LEFT = "left";

const WALLET_CONNECT = "walletConnect";

/**
 * AppKit's methods that write the stored connection. Only the tab that changed the connection may
 * call them.
 */
const WRITES = [
  "setConnectionStatus",
  "deleteConnectedConnectorId",
  "deleteWalletConnectDeepLink",
] as const;

/**
 * In AppKit 1.7.4, a tab does not notice that another tab connects or disconnects. This detects a
 * connection in AppKit's storage. A disconnection needs a channel, because a tab that fails to
 * restore a connection also clears the storage. A tab follows a phone session only if its own relay
 * client has not started, because the client reads its sessions at its start.
 */
export function followOtherTabs(modal: OpenAppKit, relay: Relay): void {
  let isConnected = false;
  let isFollowing = false;
  const channel = openChannel();

  modal.subscribeAccount(({ address }) => {
    if (address !== undefined) {
      // AppKit clears the address shortly after the provider.
      if (modal.getProvider(NAMESPACE) === undefined) return;
      isConnected = true;
      isFollowing = false;
      return;
    }
    if (isConnected && !isFollowing) channel?.postMessage(LEFT);
    isConnected = false;
  }, NAMESPACE);

  function leaveQuietly(): void {
    isFollowing = true;
    leave(modal, relay);
  }

  channel?.addEventListener("message", ({ data }) => {
    if (data === LEFT && isConnected) leaveQuietly();
  });

  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== CONNECTED_KEY || newValue === null) return;
    if (newValue === ConnectorController.getConnectorId(NAMESPACE)) return;
    if (isConnected) leaveQuietly();
    connect(modal, relay, newValue).catch((error: unknown) => {
      console.warn("Another tab's connection could not be followed", error);
    });
  });
}

async function connect(modal: OpenAppKit, relay: Relay, id: string): Promise<void> {
  if (id === WALLET_CONNECT) {
    if (relay.client !== null) return;
    await relay.start();
  } else if (!ConnectorController.getConnectors(NAMESPACE).some((each) => each.id === id)) {
    return;
  }
  // The visitor may have disconnected in the meantime.
  if (StorageUtil.getConnectedConnectorId(NAMESPACE) !== id) return;
  ConnectorController.setConnectorId(id, NAMESPACE);
  await modal.syncNamespaceConnection(NAMESPACE);
  if (modal.getProvider(NAMESPACE) !== undefined) return;
  // Restores the storage, which AppKit has cleared, because the other tab is still connected.
  StorageUtil.setConnectedConnectorId(NAMESPACE, id);
  StorageUtil.setConnectionStatus("connected");
}

/** AppKit's `disconnect`, without telling the wallet or changing the storage. */
function leave(modal: OpenAppKit, { client }: Pick<Relay, "client">): void {
  const written = WRITES.map((name) => [name, StorageUtil[name]] as const);
  for (const name of WRITES) StorageUtil[name] = () => undefined;
  try {
    ProviderUtil.resetChain(NAMESPACE);
    modal.setConnectedWalletInfo(undefined, NAMESPACE);
    modal.resetAccount(NAMESPACE);
    modal.resetNetwork(NAMESPACE);
    ConnectionController.resetWcConnection();
    modal.setStatus("disconnected", NAMESPACE);
  } finally {
    Object.assign(StorageUtil, Object.fromEntries(written));
  }
  const topic = client?.session?.topic;
  if (client == null || topic === undefined) return;
  client.session = undefined;
  client.client.engine.deleteSession({ topic, emitEvent: false }).catch((error: unknown) => {
    console.warn("A session could not be forgotten", error);
  });
}

/** `null` in old in-app browsers, which have no tabs, and in Firefox if it refuses all storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
