import type { Eip1193Provider } from "../domain/mint/eip1193.ts";
import { stored } from "../platform/stored.ts";
import { STORED_ADDRESS_KEY } from "./stored-address.ts";

export type WalletState =
  /** The visitor has not needed AppKit yet. */
  | { readonly status: "asleep" }
  /** `opening` is true if the visitor waits for the dialog. */
  | { readonly status: "loading"; readonly opening: boolean }
  /** AppKit did not load. A click on Connect retries. */
  | { readonly status: "failed" }
  | { readonly status: "disconnected"; readonly note?: string | undefined }
  | { readonly status: "connecting" }
  /** The address may be forged, because any script of this origin can write storage. */
  | { readonly status: "reconnecting"; readonly address: string }
  | { readonly status: "connected"; readonly address: string };

/** The page's only interface to AppKit. */
export interface Wallet {
  getState(): WalletState;
  subscribe(listener: () => void): () => void;
  warm(): void;
  connect(): Promise<void>;
  cancelConnect(): void;
  showAccount(): Promise<void>;
  switchNetwork(): Promise<void>;
  getProvider(): Eip1193Provider | null;
  /** The link to the wallet's app on this device: `https:` or its own scheme. */
  getLink(): string | null;
  /**
   * An answer to an earlier visit's request at `since` (ms) or later; `null` if none will come.
   * Rejects with the wallet's error.
   */
  recall(since: number): Promise<LateAnswer | null>;
}

export interface OwnedWallet extends Wallet {
  /** Creates AppKit in advance. Its cloud requests wait for a click. */
  prepare(): void;
}

/** Wraps the answer in an object, because `recall` must resolve before the answer does. */
export interface LateAnswer {
  readonly answer: Promise<unknown>;
}

export interface Kit extends Pick<Wallet, "switchNetwork" | "getProvider" | "getLink" | "recall"> {
  open(view: "connect" | "account"): Promise<void>;
  close(): Promise<void>;
}

const LOADING: WalletState = { status: "loading", opening: false };
const OPENING: WalletState = { status: "loading", opening: true };

/** AppKit's key, set if the next load must restore a connection. */
const STORED_STATUS_KEY = "@appkit/connection_status";

/** Visitors do not notice a shorter delay. */
const UNNOTICED_MS = 100;

const ADDRESS = /^0x[\da-f]{40}$/i;

export interface KitModule {
  /** Whether AppKit sends no request before the visitor clicks Connect. */
  readonly isQuiet: boolean;
  createKit(report: (state: WalletState) => void): Kit;
}

/** Creates AppKit once. */
function createLoader(loadKit: () => Promise<KitModule>, report: (state: WalletState) => void) {
  let kit: Promise<Kit> | null = null;
  let loaded: Kit | null = null;
  return {
    /** `null` until AppKit is there. */
    loaded: () => loaded,
    /** `null` if AppKit was not wanted yet, or did not load. */
    begun: () => kit,
    /** @throws if AppKit does not load; another call retries */
    create(load = loadKit): Promise<Kit> {
      kit ??= load()
        .then((module) => {
          loaded = module.createKit(report);
          return loaded;
        })
        .catch((error: unknown) => {
          kit = null;
          throw error;
        });
      return kit;
    },
  };
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an object that shares its state would add 160 B to the first load
export function createWallet(loadKit: () => Promise<KitModule>): OwnedWallet {
  let reported: WalletState = { status: "asleep" };
  /** A click on Connect whose dialog has not opened yet. */
  let opening: symbol | null = null;
  /** The click for which a placeholder is visible. */
  let shown: symbol | null = null;
  const listeners = new Set<() => void>();

  function notify() {
    for (const listener of listeners) listener();
  }

  function show() {
    shown = opening;
    notify();
  }

  /** Replaces "loading" and "connecting" while AppKit restores the connection. */
  let reconnecting: WalletState | null = null;

  function report(next: WalletState) {
    if (next.status !== "loading" && next.status !== "connecting") reconnecting = null;
    reported = reconnecting ?? next;
    notify();
  }

  const { loaded, begun, create } = createLoader(loadKit, report);

  /** @returns `null` if AppKit does not load */
  async function wake(): Promise<Kit | null> {
    if (loaded() === null) {
      // A retry removes its error at once, because screen readers announce only a new one.
      setTimeout(show, reported.status === "failed" ? 0 : UNNOTICED_MS);
      reported = reconnecting ?? LOADING;
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
      const kit = loaded();
      if (kit !== null) return await kit.open(view);
      opening = press;
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
  // Loads AppKit if another tab has connected. A loaded AppKit follows other tabs itself.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === STORED_STATUS_KEY && newValue === "connected" && begun() === null) restore();
  });

  return {
    getState: () =>
      opening !== null && opening === shown && reported.status !== "connected" ? OPENING : reported,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warm() {
      // A click on the button retries and shows a failure.
      loadKit().catch(() => undefined);
    },
    prepare() {
      const module = loadKit();
      const created = module.then(({ isQuiet }) => (isQuiet ? create(() => module) : null));
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
        await loaded()?.switchNetwork();
      } catch (error) {
        // The visitor usually refused. A click on Mint shows the network error again.
        console.warn("The network was not switched", error);
      }
    },
    getProvider: () => loaded()?.getProvider() ?? null,
    getLink: () => loaded()?.getLink() ?? null,
    recall: async (since) => (await (await begun()?.catch(() => null))?.recall(since)) ?? null,
  };
}
