import type { Eip1193Provider } from "../domain/eip1193.ts";
import { stored } from "../platform/stored.ts";
import { STORED_ADDRESS_KEY } from "./stored-address.ts";

/** The state of the visitor's wallet. */
export type WalletState =
  /** The kit is not loaded: the visitor has not needed it yet. */
  | { readonly status: "asleep" }
  /** The kit is loading; `opening` if the visitor waits for its dialog. */
  | { readonly status: "loading"; readonly opening: boolean }
  /** The kit could not be loaded: pressing Connect tries again. */
  | { readonly status: "failed" }
  /** `note`: what the visitor should know of the wallet that was left. */
  | { readonly status: "disconnected"; readonly note?: string | undefined }
  /** A stored connection is being restored, or the wallet is asking its user. */
  | { readonly status: "connecting" }
  /** The same, for the address that is stored. Whatever may write to this origin's storage may have forged it. */
  | { readonly status: "reconnecting"; readonly address: string }
  | { readonly status: "connected"; readonly address: string };

/** The page's only interface to the wallet kit. */
export interface Wallet {
  getState(): WalletState;
  subscribe(listener: () => void): () => void;
  /** Loads the kit's code ahead of a likely press. */
  warm(): void;
  /** Opens the dialog in which a wallet is chosen. */
  connect(): Promise<void>;
  /** Cancels a press on Connect before its dialog has opened. */
  cancelConnect(): void;
  /** Opens the dialog with the connected account. */
  showAccount(): Promise<void>;
  /** Asks the wallet to switch to the page's network. */
  switchNetwork(): Promise<void>;
  /** The connected wallet's provider, or `null`. */
  getProvider(): Eip1193Provider | null;
  /** Where the connected wallet opens, if it is another app on this device: `https:` or a scheme of its own. */
  getLink(): string | null;
  /**
   * The wallet's answer to a transaction that it was asked for at `since` (in milliseconds) or later, before this page was
   * loaded; `null` if there is none to come. It rejects with what the wallet refuses with.
   */
  recall(since: number): Promise<LateAnswer | null>;
}

/** With what only the module that creates it may do. */
export interface OwnedWallet extends Wallet {
  /** Creates the kit ahead, whose requests to its cloud wait for a press. */
  prepare(): void;
}

/** An answer that may take its time, apart from whether there will be one. */
export interface LateAnswer {
  readonly answer: Promise<unknown>;
}

/** The part of AppKit that this module needs. `kit.ts` provides it once it is loaded. */
export interface Kit {
  open(view: "connect" | "account"): Promise<void>;
  close(): Promise<void>;
  switchNetwork(): Promise<void>;
  getProvider(): Eip1193Provider | null;
  getLink(): string | null;
  recall(since: number): Promise<LateAnswer | null>;
}

const LOADING: WalletState = { status: "loading", opening: false };
const OPENING: WalletState = { status: "loading", opening: true };

/** The kit's own key: set if the next load is to restore a connection. */
const STORED_STATUS_KEY = "@appkit/connection_status";

/** A visitor sees no delay in so short a time. Code that is here already opens the dialog without a placeholder. */
const UNNOTICED_MS = 100;

const ADDRESS = /^0x[\da-f]{40}$/i;

export interface KitModule {
  /** Whether a kit that is created ahead asks nobody before a press. */
  readonly isQuiet: boolean;
  createKit(report: (state: WalletState) => void): Kit;
}

export function createWallet(loadKit: () => Promise<KitModule>): OwnedWallet {
  /** The state of the kit, and what it reported. */
  let reported: WalletState = { status: "asleep" };
  /** The press on Connect whose dialog has not opened yet. */
  let opening: symbol | null = null;
  /** The press for which the visitor sees that it is opening. */
  let shown: symbol | null = null;
  let kit: Promise<Kit> | null = null;
  let loadedKit: Kit | null = null;
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  /** In place of "loading" and "connecting" until the stored connection is restored, or can't be. */
  let reconnecting: WalletState | null = null;

  function report(next: WalletState) {
    if (next.status !== "loading" && next.status !== "connecting") reconnecting = null;
    reported = reconnecting ?? next;
    notify();
  }

  /** @throws if it can't be had: another call tries again */
  function create(load = loadKit): Promise<Kit> {
    kit ??= load()
      .then((module) => {
        loadedKit = module.createKit(report);
        return loadedKit;
      })
      .catch((error: unknown) => {
        kit = null;
        throw error;
      });
    return kit;
  }

  /** For a visitor who needs it. @returns `null` if it can't be had */
  async function wake(): Promise<Kit | null> {
    if (loadedKit === null) {
      reported = reconnecting ?? LOADING;
      setTimeout(notify, UNNOTICED_MS);
    }
    try {
      return await create();
    } catch (error) {
      console.warn("The wallet kit could not be loaded", error);
      report({ status: "failed" });
      return null;
    }
  }

  async function open(view: "connect" | "account") {
    const press = Symbol(view);
    try {
      // Its dialog opens at once, so nothing is shown meanwhile.
      if (loadedKit !== null) return await loadedKit.open(view);
      opening = press;
      setTimeout(() => {
        shown = press;
      }, UNNOTICED_MS);
      const awake = await wake();
      if (awake === null || opening !== press) return;
      await awake.open(view);
      if (opening !== press) await awake.close();
    } catch (error) {
      console.warn("The dialog could not be opened", error);
    } finally {
      if (opening === press) opening = null;
      notify();
    }
  }

  function restore() {
    const address = stored(STORED_ADDRESS_KEY) ?? "";
    if (ADDRESS.test(address)) reconnecting = { status: "reconnecting", address };
    void wake();
  }

  if (stored(STORED_STATUS_KEY) === "connected") restore();
  // Another tab has connected. The kit itself follows others once it is there.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === STORED_STATUS_KEY && newValue === "connected" && kit === null) restore();
  });

  return {
    getState: () =>
      opening !== null && opening === shown && reported.status !== "connected" ? OPENING : reported,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warm() {
      // A press on the button retries and shows a failure.
      loadKit().catch(() => undefined);
    },
    prepare() {
      const loaded = loadKit();
      const created = loaded.then(({ isQuiet }) => (isQuiet ? create(() => loaded) : null));
      // As above.
      created.catch(() => undefined);
    },
    connect: () => open("connect"),
    cancelConnect() {
      opening = null;
      notify();
    },
    showAccount: () => open("account"),
    async switchNetwork() {
      try {
        await loadedKit?.switchNetwork();
      } catch (error) {
        // The user has refused, most likely. The next press on Mint reports the wrong network again.
        console.warn("The network was not switched", error);
      }
    },
    getProvider: () => loadedKit?.getProvider() ?? null,
    getLink: () => loadedKit?.getLink() ?? null,
    recall: async (since) => (await (await kit?.catch(() => null))?.recall(since)) ?? null,
  };
}
