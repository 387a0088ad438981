// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import type { Eip1193Provider } from "../domain/mint/eip1193.ts";
import { createWallet, type Kit, type KitModule, type WalletState } from "./wallet.ts";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER_ADDRESS = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const provider: Eip1193Provider = { request: async () => null };

const OPENING: WalletState = { status: "loading", opening: true };
const LOADING: WalletState = { status: "loading", opening: false };
const DISCONNECTED: WalletState = { status: "disconnected" };

interface World {
  readonly isQuiet?: boolean;
  /** The status that an earlier visit or another tab has stored. */
  readonly stored?: string;
  readonly address?: string;
}

function start({ isQuiet = true, stored, address }: World = {}) {
  if (stored !== undefined) localStorage.setItem("@appkit/connection_status", stored);
  if (address !== undefined) localStorage.setItem("connected-address", address);
  const kit = {
    open: vi.fn<Kit["open"]>(async () => undefined),
    close: vi.fn<Kit["close"]>(async () => undefined),
    switchNetwork: vi.fn<Kit["switchNetwork"]>(async () => undefined),
    getProvider: vi.fn<Kit["getProvider"]>(() => provider),
    getLink: vi.fn<Kit["getLink"]>(() => "wallet://"),
    recall: vi.fn<Kit["recall"]>(async () => ({ answer: Promise.resolve("0x1") })),
  };
  let report: (state: WalletState) => void = () => undefined;
  const createKit = vi.fn((given: typeof report): Kit => {
    report = given;
    report(DISCONNECTED);
    return kit;
  });
  const arrivals: Deferred<KitModule>[] = [];
  const loadKit = vi.fn(() => {
    const arrival = deferred<KitModule>();
    arrivals.push(arrival);
    return arrival.promise;
  });
  const wallet = createWallet(loadKit);
  const arrive = () => arrivals.at(-1)?.resolve({ createKit, isQuiet });
  return {
    kit,
    createKit,
    loadKit,
    wallet,
    arrive,
    report: (state: WalletState) => report(state),
    fail: () => arrivals.at(-1)?.reject(new TypeError("Failed to fetch")),
    /** Each state of which the wallet notifies its listeners. */
    states: () => {
      const states: WalletState[] = [];
      wallet.subscribe(() => states.push(wallet.getState()));
      return states;
    },
    async connect() {
      await Promise.all([wallet.connect(), Promise.resolve().then(arrive)]);
    },
    isCreated: (times = 1) => vi.waitUntil(() => createKit.mock.calls.length === times),
  };
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => vi.useRealTimers());

const NOT_LOADED = "The wallet kit could not be loaded";

describe("a wallet that the visitor has not needed", () => {
  it("is idle, and loads nothing, also if it is to switch the network", async () => {
    const { wallet, loadKit } = start();
    expect(wallet.getState()).toEqual({ status: "asleep" });
    expect(wallet.getProvider()).toBeNull();
    await expect(wallet.switchNetwork()).resolves.toBeUndefined();
    expect(loadKit).not.toHaveBeenCalled();
  });

  it.each(["arrive", "fail"] as const)(
    "is preloaded without being created or reporting a failure: %s",
    async (end) => {
      const { wallet, loadKit, createKit, ...fake } = start();
      wallet.warm();
      fake[end]();
      await vi.advanceTimersByTimeAsync(0);
      expect(loadKit).toHaveBeenCalledOnce();
      expect(createKit).not.toHaveBeenCalled();
      expect(wallet.getState()).toEqual({ status: "asleep" });
    },
  );
});

describe("a kit that is prepared", () => {
  it("opens no dialog, says nothing of loading, and is the one that a press opens", async () => {
    const { wallet, kit, createKit, loadKit, arrive, isCreated } = start();
    wallet.prepare();
    expect(wallet.getState()).toEqual({ status: "asleep" });
    arrive();
    await isCreated();
    expect(wallet.getState()).toEqual(DISCONNECTED);
    expect(kit.open).not.toHaveBeenCalled();
    await wallet.connect();
    expect(loadKit).toHaveBeenCalledOnce();
    expect(createKit).toHaveBeenCalledOnce();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
  });

  it("is not created if it would ask somebody before a press", async () => {
    const { wallet, createKit, arrive, connect } = start({ isQuiet: false });
    wallet.prepare();
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(createKit).not.toHaveBeenCalled();
    await connect();
    expect(createKit).toHaveBeenCalledOnce();
  });

  it("reports no failure, and is tried again at a press", async () => {
    const { wallet, createKit, arrive, connect, isCreated } = start();
    createKit.mockImplementationOnce(() => {
      throw new Error("No room");
    });
    wallet.prepare();
    arrive();
    await isCreated();
    expect(wallet.getState()).toEqual({ status: "asleep" });
    await connect();
    expect(wallet.getState()).toEqual(DISCONNECTED);
    expect(createKit).toHaveBeenCalledTimes(2);
  });
});

describe("a press on Connect", () => {
  it("loads the kit, and shows that it is opening until the dialog has opened", async () => {
    const { wallet, kit, createKit, arrive } = start();
    const dialog = deferred<void>();
    kit.open.mockReturnValueOnce(dialog.promise);
    const opened = wallet.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual(OPENING);
    arrive();
    await vi.waitFor(() => expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect"));
    expect(wallet.getState()).toEqual(OPENING);
    dialog.resolve();
    await opened;
    expect(wallet.getState()).toEqual(DISCONNECTED);
    expect(createKit).toHaveBeenCalledExactlyOnceWith(expect.any(Function));
    expect(wallet.getProvider()).toBe(provider);
  });

  it("shows nothing of a kit that opens sooner than a visitor sees a delay", async () => {
    const { wallet, arrive, ...fake } = start();
    const states = fake.states();
    const opened = wallet.connect();
    await vi.advanceTimersByTimeAsync(99);
    expect(states).toEqual([]);
    arrive();
    await opened;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(["disconnected"]));
  });

  it("that is cancelled before the code has loaded opens nothing", async () => {
    const { wallet, kit, arrive } = start();
    const opened = wallet.connect();
    wallet.cancelConnect();
    expect(wallet.getState()).toEqual(LOADING);
    arrive();
    await opened;
    expect(kit.open).not.toHaveBeenCalled();
    expect(wallet.getState()).toEqual(DISCONNECTED);
  });

  it("that is cancelled while the kit asks its cloud closes the dialog that opens late", async () => {
    const { wallet, kit, arrive } = start();
    const dialog = deferred<void>();
    kit.open.mockReturnValueOnce(dialog.promise);
    const opened = wallet.connect();
    arrive();
    await vi.waitFor(() => expect(kit.open).toHaveBeenCalledOnce());
    wallet.cancelConnect();
    expect(wallet.getState()).toEqual(DISCONNECTED);
    dialog.resolve();
    await opened;
    expect(kit.close).toHaveBeenCalledOnce();
  });

  it("creates one kit, however often it is repeated", async () => {
    const { wallet, kit, createKit, loadKit, arrive } = start();
    const both = [wallet.connect(), wallet.connect()];
    arrive();
    await Promise.all(both);
    await wallet.connect();
    expect(loadKit).toHaveBeenCalledOnce();
    expect(createKit).toHaveBeenCalledOnce();
    expect(kit.open).toHaveBeenCalledTimes(2);
  });

  it("reports that the kit could not be loaded, and retries when it is repeated", async () => {
    expectWarning(NOT_LOADED);
    const { wallet, kit, arrive, fail, ...fake } = start();
    const first = wallet.connect();
    fail();
    await first;
    expect(wallet.getState()).toEqual({ status: "failed" });

    const states = fake.states();
    const second = wallet.connect();
    // The page removes the error at once, because screen readers announce only a new one.
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual([OPENING]);
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual(OPENING);
    arrive();
    await second;
    expect(wallet.getState()).toEqual(DISCONNECTED);
    expect(kit.open).toHaveBeenCalledOnce();
  });

  it("reports the same if the kit can't be created", async () => {
    expectWarning(NOT_LOADED);
    const { wallet, createKit, connect } = start();
    createKit.mockImplementationOnce((report) => {
      report(DISCONNECTED);
      throw new Error("no storage");
    });
    await connect();
    expect(wallet.getState()).toEqual({ status: "failed" });
    expect(wallet.getProvider()).toBeNull();
  });

  it("survives a dialog that does not open", async () => {
    expectWarning("The dialog could not be opened");
    const { kit, connect } = start();
    kit.open.mockRejectedValueOnce(new Error("blocked"));
    await expect(connect()).resolves.toBeUndefined();
  });
});

describe("a wallet whose kit is created", () => {
  async function awake() {
    const fake = start();
    await fake.connect();
    fake.kit.open.mockClear();
    return fake;
  }

  it("notifies its listeners of what the kit reports, until they unsubscribe", async () => {
    const { wallet, report } = await awake();
    const seen: WalletState[] = [];
    const leave = wallet.subscribe(() => seen.push(wallet.getState()));
    report({ status: "connecting" });
    report({ status: "connected", address: ADDRESS });
    leave();
    report(DISCONNECTED);
    expect(seen).toEqual([{ status: "connecting" }, { status: "connected", address: ADDRESS }]);
    expect(wallet.getState()).toEqual(DISCONNECTED);
  });

  it("opens the account, and keeps its state", async () => {
    const { wallet, kit, report } = await awake();
    report({ status: "connected", address: ADDRESS });
    await wallet.showAccount();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("account");
    expect(wallet.getState()).toEqual({ status: "connected", address: ADDRESS });
  });

  it("switches the network, and survives a switch that its user refuses", async () => {
    expectWarning("The network was not switched");
    const { wallet, kit } = await awake();
    await wallet.switchNetwork();
    expect(kit.switchNetwork).toHaveBeenCalledOnce();
    kit.switchNetwork.mockRejectedValueOnce({ code: 4001 });
    await expect(wallet.switchNetwork()).resolves.toBeUndefined();
  });
});

describe("a stored connection", () => {
  const stored = "connected";

  it("creates the kit at once, without a dialog", async () => {
    const { wallet, kit, arrive, isCreated } = start({ stored });
    expect(wallet.getState()).toEqual(LOADING);
    arrive();
    await isCreated();
    expect(kit.open).not.toHaveBeenCalled();
  });

  it("that can't be restored leaves Connect available", async () => {
    expectWarning(NOT_LOADED);
    const { wallet, kit, fail, connect } = start({ stored });
    fail();
    await vi.waitUntil(() => wallet.getState().status === "failed");
    await connect();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
  });

  it("opens the dialog if Connect is pressed before it is restored", async () => {
    const { wallet, kit, createKit, arrive } = start({ stored });
    const connecting = wallet.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual(OPENING);
    arrive();
    await connecting;
    expect(createKit).toHaveBeenCalledOnce();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
  });

  it.each(["disconnected", "connecting", "", undefined])(
    "of status %j loads no kit, and shows no address",
    (status) => {
      const { wallet, loadKit } = start({
        address: ADDRESS,
        ...(status === undefined ? {} : { stored: status }),
      });
      expect(wallet.getState()).toEqual({ status: "asleep" });
      expect(loadKit).not.toHaveBeenCalled();
    },
  );

  it("is absent if storage is forbidden", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const { wallet, loadKit } = start();
    expect(wallet.getState()).toEqual({ status: "asleep" });
    expect(loadKit).not.toHaveBeenCalled();
  });

  it.each<WalletState>([{ status: "connected", address: OTHER_ADDRESS }, DISCONNECTED])(
    "shows its address until the kit reports that it is %o",
    async (outcome) => {
      const { wallet, kit, createKit, arrive, isCreated } = start({ stored, address: ADDRESS });
      createKit.mockImplementationOnce((given) => {
        given({ status: "connecting" });
        return kit;
      });
      const shown = { status: "reconnecting", address: ADDRESS };
      expect(wallet.getState()).toEqual(shown);
      arrive();
      await isCreated();
      expect(wallet.getState()).toEqual(shown);
      const report = createKit.mock.calls[0]?.[0];
      report?.(outcome);
      expect(wallet.getState()).toEqual(outcome);
      report?.({ status: "connecting" });
      expect(wallet.getState()).toEqual({ status: "connecting" });
    },
  );

  it.each(["", "0x70", `${ADDRESS}0`, `${ADDRESS} is lost`, "<b>0x</b>", `javascript:${ADDRESS}`])(
    "shows no address if %j is stored",
    (address) => {
      expect(start({ stored, address }).wallet.getState()).toEqual(LOADING);
    },
  );

  const stores = (key: string, newValue: string | null) => {
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
  };

  it("of another tab creates the kit, once, and shows its address", () => {
    const { wallet, loadKit } = start({ address: ADDRESS });
    stores("@appkit/connection_status", "connected");
    expect(wallet.getState()).toEqual({ status: "reconnecting", address: ADDRESS });
    stores("@appkit/connection_status", "connected");
    expect(loadKit).toHaveBeenCalledOnce();
  });

  it("that another tab ends, and what else it stores, does not load the kit", () => {
    const { loadKit } = start();
    stores("@appkit/connection_status", "disconnected");
    stores("@appkit/connection_status", null);
    stores("@appkit/wallet_name", "connected");
    expect(loadKit).not.toHaveBeenCalled();
  });
});
