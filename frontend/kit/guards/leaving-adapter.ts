import { EthersAdapter } from "@reown/appkit-adapter-ethers";
import { ConnectorController } from "@reown/appkit-controllers";

/**
 * The longest wait for a wallet's answer to a disconnection. A wallet that does not ask its user
 * answers sooner.
 */
const FAREWELL_MS = 3_000;

type Farewell = Parameters<EthersAdapter["disconnect"]>[0];

type Listener = (value: never) => void;

interface Emitter {
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
}

interface Revocable {
  request(request: { readonly method: string }): Promise<unknown>;
}

/** A private method of the adapter that subscribes to a wallet's events. */
interface Listening {
  listenProviderEvents(provider: Emitter): void;
}

/**
 * Fixes three faults of adapter 1.7.4. If a locked or crashed wallet does not revoke its
 * permission, the adapter waits for ever, but this class disconnects after a time-out. If a wallet
 * keeps the permission, this class informs the page. The adapter keeps listening to a disconnected
 * wallet, which can then change the page's account and network. This class removes the listeners,
 * and ignores unconnected wallets, because `removeListener` does not work in every wallet.
 */
export class LeavingEthersAdapter extends EthersAdapter {
  #stopListening: () => void = () => undefined;
  readonly #onPermissionKept: () => void;

  /** @param onPermissionKept called if the wallet did not revoke its permission, or did not answer */
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
    // Must run first, because a wallet that revokes its permission reports no accounts, and AppKit
    // would then disconnect it again.
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

  /**
   * Reports that a browser wallet kept the page's permission. Other wallets have no permission to
   * revoke.
   */
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
    // Some wallets lack `removeListener`.
  }
}
