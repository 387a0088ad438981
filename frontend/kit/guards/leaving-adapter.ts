import { EthersAdapter } from "@reown/appkit-adapter-ethers";
import { ConnectorController } from "@reown/appkit-controllers";

/** Long for a wallet that shows no prompt, short for a visitor who wants to disconnect. */
const FAREWELL_MS = 3_000;

type Farewell = Parameters<EthersAdapter["disconnect"]>[0];

type Listener = (value: never) => void;

/** The part of a wallet by which adapter 1.7.4 hears its events. */
interface Emitter {
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
}

/** The part of a wallet by which adapter 1.7.4 revokes its permission. */
interface Revocable {
  request(request: { readonly method: string }): Promise<unknown>;
}

/** A private member of the adapter: it subscribes to a wallet's events when the wallet is connected. */
interface Listening {
  listenProviderEvents(provider: Emitter): void;
}

/**
 * Mends three faults of leaving a wallet in adapter 1.7.4.
 *
 * It asks the wallet to revoke its permission, and waits for the answer. A wallet that is locked or has crashed gives none:
 * after a time-out the page disconnects anyway, and the wallet keeps the permission.
 *
 * It logs that a wallet did not revoke its permission as information, and the page does not hear of it. This tells the page.
 *
 * It keeps its listeners, so a wallet that can't revoke still sets the page's account and network, also while another wallet
 * is connected. So the listeners are removed, and a wallet is heard only while it is the connected one: `removeListener` does
 * not work in every wallet, and the visitor can leave a wallet by connecting another.
 */
export class LeavingEthersAdapter extends EthersAdapter {
  #stopListening: () => void = () => undefined;
  readonly #onPermissionKept: () => void;

  /** @param onPermissionKept called if a wallet that is disconnected did not revoke its permission, or did not answer */
  constructor(onPermissionKept: () => void = () => undefined) {
    super();
    this.#onPermissionKept = onPermissionKept;
    const adapter = this as unknown as Listening;
    const listen = adapter.listenProviderEvents.bind(this);
    adapter.listenProviderEvents = (provider) => {
      this.#stopListening();
      const listeners: [event: string, listener: Listener][] = [];
      this.#stopListening = () => {
        for (const one of listeners.splice(0)) removeQuietly(provider, ...one);
      };
      listen({
        on: (event, listener) => {
          const heard: Listener = (value) => {
            if (this.#isConnected(provider)) listener(value);
          };
          listeners.push([event, heard]);
          provider.on(event, heard);
        },
        removeListener: () => this.#stopListening(),
      });
    };
  }

  override async disconnect(params: Farewell): Promise<void> {
    // First: a wallet that revokes its permission reports that it has no accounts, which would disconnect it again.
    this.#stopListening();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        console.warn("The wallet did not answer when it was disconnected");
        this.#onPermissionKept();
        resolve();
      }, FAREWELL_MS);
    });
    try {
      await Promise.race([super.disconnect(this.#reporting(params)), enough]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same, with a wallet in the browser reporting what it refuses. The others revoke no permission. */
  #reporting(params: Farewell): Farewell {
    if (params.providerType !== "ANNOUNCED" && params.providerType !== "EXTERNAL") return params;
    const wallet = params.provider as unknown as Revocable | undefined;
    if (wallet === undefined) return params;
    const provider: Revocable = {
      request: async (request) => {
        try {
          return await wallet.request(request);
        } catch (error) {
          console.warn("The wallet did not revoke its permission", error);
          this.#onPermissionKept();
          throw error;
        }
      },
    };
    return { ...params, provider: provider as unknown as NonNullable<Farewell["provider"]> };
  }

  #isConnected(provider: object): boolean {
    const connected = ConnectorController.getConnectorId(this.namespace);
    return this.connectors.some(
      (connector) => connector.id === connected && connector.provider === provider,
    );
  }
}

function removeQuietly(provider: Emitter, event: string, listener: Listener): void {
  try {
    provider.removeListener(event, listener);
  } catch {
    // Some wallets have no such method. The listener is ignored from now on.
  }
}
