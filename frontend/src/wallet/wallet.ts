import type { Eip1193Provider } from "../domain/eip1193.ts";
import type { Kit, KitSettings } from "./kit.ts";

/** What the page knows of the visitor's wallet. */
export type WalletState =
  /** The kit is not loaded: nobody has asked for it yet. */
  | { readonly status: "asleep" }
  /** The kit is on its way; `opening` when the visitor waits for its dialog. */
  | { readonly status: "loading"; readonly opening: boolean }
  /** The kit could not be loaded: pressing Connect tries again. */
  | { readonly status: "failed" }
  | { readonly status: "disconnected" }
  /** A stored connection is being restored, or the wallet is asking its owner. */
  | { readonly status: "connecting" }
  | { readonly status: "connected"; readonly address: string };

/** The wallet kit behind one narrow door: nothing else of the page knows that it exists. */
export interface Wallet {
  getState(): WalletState;
  subscribe(listener: () => void): () => void;
  /** Loads the kit's code ahead of a likely press; the kit itself is created, and asks its cloud, at the press. */
  warm(): void;
  /** Opens the dialog in which a wallet is chosen. */
  connect(): Promise<void>;
  /** Opens the dialog with the connected account. */
  showAccount(): Promise<void>;
  /** Asks the wallet to switch to the page's network. */
  switchNetwork(): Promise<void>;
  /** The connected wallet's provider, or `null`. */
  getProvider(): Eip1193Provider | null;
}

/** The kit's own key: set while a connection is to be restored on the next load. */
const STORED_STATUS_KEY = "@appkit/connection_status";

export function createWallet(
  settings: KitSettings,
  loadKit: () => Promise<typeof import("./kit.ts")> = () => import("./kit.ts"),
): Wallet {
  let state: WalletState = { status: "asleep" };
  let kit: Promise<Kit> | null = null;
  let loadedKit: Kit | null = null;
  const listeners = new Set<() => void>();

  function setState(next: WalletState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function wake(opening: boolean): Promise<Kit> {
    if (loadedKit === null) setState({ status: "loading", opening });
    kit ??= loadKit()
      .then((module) => {
        loadedKit = module.createKit(settings, setState);
        return loadedKit;
      })
      .catch((error: unknown) => {
        kit = null;
        setState({ status: "failed" });
        throw error;
      });
    return kit;
  }

  async function open(view: "connect" | "account") {
    let awake: Kit;
    try {
      awake = await wake(true);
    } catch (error) {
      console.warn("The wallet kit could not be loaded", error);
      return;
    }
    try {
      await awake.open(view);
    } catch (error) {
      console.warn("The wallet's dialog could not be opened", error);
    }
  }

  if (hasStoredConnection()) {
    wake(false).catch((error: unknown) => {
      console.warn("The wallet kit could not be loaded", error);
    });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warm() {
      // A failure here is met again, and shown, when the button is pressed.
      loadKit().catch(() => undefined);
    },
    connect: () => open("connect"),
    showAccount: () => open("account"),
    async switchNetwork() {
      try {
        await loadedKit?.switchNetwork();
      } catch (error) {
        // Its owner refused, most likely. The next press on Mint says again what is wrong.
        console.warn("The wallet did not switch its network", error);
      }
    },
    getProvider: () => loadedKit?.getProvider() ?? null,
  };
}

function hasStoredConnection(): boolean {
  try {
    return localStorage.getItem(STORED_STATUS_KEY) === "connected";
  } catch {
    // Storage may be forbidden: then nothing was stored either.
    return false;
  }
}
