import type { createAppKit } from "@reown/appkit";
import { ConnectionController, ConnectorController, StorageUtil } from "@reown/appkit-controllers";
import { ProviderUtil } from "@reown/appkit-utils";
import { NAMESPACE } from "../namespace.ts";
import type { LateRelay } from "../relay/late-relay.ts";

type Modal = ReturnType<typeof createAppKit>;
type Relay = Pick<LateRelay, "client" | "start">;

/** The kit's own key: the id of the connected wallet. */
const CONNECTED_KEY = `@appkit/${NAMESPACE}:connected_connector_id`;

const CHANNEL = "wallet-connection";
const LEFT = "left";

const WALLET_CONNECT = "walletConnect";

/** The stored state belongs to the tab that changed it. */
const WRITES = [
  "setConnectionStatus",
  "deleteConnectedConnectorId",
  "deleteWalletConnectDeepLink",
] as const;

/**
 * Kit 1.7.4 does not know of other tabs: one in which a wallet was left stays connected in them, and one that was connected
 * is not, until they are loaded again. This follows a connection by what the kit stores. That a wallet was left is said in a
 * channel: a tab that can't restore a connection clears what is stored as well.
 *
 * The wallet is asked for its accounts at most, and is not told to leave a second time. A session with a telephone that
 * another tab has made is taken up only if the relay's client has not started in this one: it reads its sessions once.
 */
export function followOtherTabs(modal: Modal, relay: Relay): void {
  let isConnected = false;
  let isFollowing = false;
  const channel = openChannel();

  modal.subscribeAccount(({ address }) => {
    if (address !== undefined) {
      // The kit knows the address a little longer than the provider.
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

async function connect(modal: Modal, relay: Relay, id: string): Promise<void> {
  if (id === WALLET_CONNECT) {
    if (relay.client !== null) return;
    await relay.start();
  } else if (!ConnectorController.getConnectors(NAMESPACE).some((each) => each.id === id)) {
    return;
  }
  // It may have been left meanwhile.
  if (StorageUtil.getConnectedConnectorId(NAMESPACE) !== id) return;
  ConnectorController.setConnectorId(id, NAMESPACE);
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a private member only in brackets
  await modal["syncNamespaceConnection"](NAMESPACE);
  if (modal.getProvider(NAMESPACE) !== undefined) return;
  // The kit has cleared what is stored, which is still true in the other tab.
  StorageUtil.setConnectedConnectorId(NAMESPACE, id);
  StorageUtil.setConnectionStatus("connected");
}

/** Does what AppKit's `disconnect` does, but tells the wallet nothing and leaves storage unchanged. */
function leave(modal: Modal, { client }: Pick<Relay, "client">): void {
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

/** Old in-app browsers have none, and no other tabs. Firefox refuses it where it refuses all storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
