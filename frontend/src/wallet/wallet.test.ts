// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import type { Eip1193Provider } from "../domain/mint/eip1193.ts";
import { createWallet, type Kit, type KitModule, type WalletState } from "./wallet.ts";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER_ADDRESS = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const provider: Eip1193Provider = { request: async () => null };

function fakeModule({ isQuiet = true } = {}) {
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
    report({ status: "disconnected" });
    return kit;
  });
  const arrivals: Deferred<KitModule>[] = [];
  const loadKit = vi.fn(() => {
    const arrival = deferred<KitModule>();
    arrivals.push(arrival);
    return arrival.promise;
  });
  return {
    kit,
    createKit,
    loadKit,
    report: (state: WalletState) => report(state),
    arrive: () => arrivals.at(-1)?.resolve({ createKit, isQuiet }),
    fail: () => arrivals.at(-1)?.reject(new TypeError("Failed to fetch")),
  };
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => vi.useRealTimers());

const NOT_LOADED = "The wallet kit could not be loaded";

describe("a wallet that the visitor has not needed", () => {
  it("is idle, and loads nothing", () => {
    const { loadKit } = fakeModule();
    const wallet = createWallet(loadKit);
    expect(wallet.getState()).toEqual({ status: "asleep" });
    expect(wallet.getProvider()).toBeNull();
    expect(loadKit).not.toHaveBeenCalled();
  });

  it("is preloaded without being created", async () => {
    const { loadKit, createKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    wallet.warm();
    arrive();
    await Promise.resolve();
    expect(loadKit).toHaveBeenCalledOnce();
    expect(createKit).not.toHaveBeenCalled();
    expect(wallet.getState()).toEqual({ status: "asleep" });
  });

  it("reports no failure of a preload", async () => {
    const { loadKit, fail } = fakeModule();
    const wallet = createWallet(loadKit);
    wallet.warm();
    fail();
    await Promise.resolve();
    expect(wallet.getState()).toEqual({ status: "asleep" });
  });

  it("has no network to switch", async () => {
    const { loadKit } = fakeModule();
    await expect(createWallet(loadKit).switchNetwork()).resolves.toBeUndefined();
    expect(loadKit).not.toHaveBeenCalled();
  });
});

describe("a kit that is prepared", () => {
  async function prepared() {
    const fake = fakeModule();
    const wallet = createWallet(fake.loadKit);
    wallet.prepare();
    fake.arrive();
    await vi.waitUntil(() => fake.createKit.mock.calls.length === 1);
    return { wallet, ...fake };
  }

  it("opens no dialog, and says nothing of loading", async () => {
    const fake = fakeModule();
    const wallet = createWallet(fake.loadKit);
    wallet.prepare();
    expect(wallet.getState()).toEqual({ status: "asleep" });
    fake.arrive();
    await vi.waitUntil(() => fake.createKit.mock.calls.length === 1);
    expect(wallet.getState()).toEqual({ status: "disconnected" });
    expect(fake.kit.open).not.toHaveBeenCalled();
  });

  it("is the one that a press opens", async () => {
    const { wallet, kit, createKit, loadKit } = await prepared();
    await wallet.connect();
    expect(loadKit).toHaveBeenCalledOnce();
    expect(createKit).toHaveBeenCalledOnce();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
  });

  it("is not created if it would ask somebody before a press", async () => {
    const { loadKit, createKit, arrive } = fakeModule({ isQuiet: false });
    const wallet = createWallet(loadKit);
    wallet.prepare();
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(createKit).not.toHaveBeenCalled();
    await Promise.all([wallet.connect(), Promise.resolve().then(arrive)]);
    expect(createKit).toHaveBeenCalledOnce();
  });

  it("reports no failure, and is tried again at a press", async () => {
    const { loadKit, createKit, arrive } = fakeModule();
    createKit.mockImplementationOnce(() => {
      throw new Error("No room");
    });
    const wallet = createWallet(loadKit);
    wallet.prepare();
    arrive();
    await vi.waitUntil(() => createKit.mock.calls.length === 1);
    expect(wallet.getState()).toEqual({ status: "asleep" });
    await Promise.all([wallet.connect(), Promise.resolve().then(arrive)]);
    expect(wallet.getState()).toEqual({ status: "disconnected" });
    expect(createKit).toHaveBeenCalledTimes(2);
  });
});

describe("a press on Connect", () => {
  it("shows that it is opening until the dialog has opened, not only until the code has loaded", async () => {
    const { kit, loadKit, arrive } = fakeModule();
    const dialog = deferred<void>();
    kit.open.mockReturnValueOnce(dialog.promise);
    const wallet = createWallet(loadKit);
    const opened = wallet.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual({ status: "loading", opening: true });
    arrive();
    await vi.waitFor(() => expect(kit.open).toHaveBeenCalledOnce());
    expect(wallet.getState()).toEqual({ status: "loading", opening: true });
    dialog.resolve();
    await opened;
    expect(wallet.getState()).toEqual({ status: "disconnected" });
  });

  it("shows nothing of a kit that opens sooner than a visitor sees a delay", async () => {
    const { loadKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    const states: WalletState[] = [];
    wallet.subscribe(() => states.push(wallet.getState()));
    const opened = wallet.connect();
    await vi.advanceTimersByTimeAsync(99);
    expect(states).toEqual([]);
    arrive();
    await opened;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(["disconnected"]));
  });

  it("that is cancelled before the code has loaded opens nothing", async () => {
    const { kit, loadKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    const opened = wallet.connect();
    wallet.cancelConnect();
    expect(wallet.getState()).toEqual({ status: "loading", opening: false });
    arrive();
    await opened;
    expect(kit.open).not.toHaveBeenCalled();
    expect(wallet.getState()).toEqual({ status: "disconnected" });
  });

  it("that is cancelled while the kit asks its cloud closes the dialog that opens late", async () => {
    const { kit, loadKit, arrive } = fakeModule();
    const dialog = deferred<void>();
    kit.open.mockReturnValueOnce(dialog.promise);
    const wallet = createWallet(loadKit);
    const opened = wallet.connect();
    arrive();
    await vi.waitFor(() => expect(kit.open).toHaveBeenCalledOnce());
    wallet.cancelConnect();
    expect(wallet.getState()).toEqual({ status: "disconnected" });
    dialog.resolve();
    await opened;
    expect(kit.close).toHaveBeenCalledOnce();
  });
});

describe("connect", () => {
  it("loads the kit, creates it and opens its Connect view", async () => {
    const { kit, createKit, loadKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    const connecting = wallet.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual({ status: "loading", opening: true });
    arrive();
    await connecting;
    expect(createKit).toHaveBeenCalledExactlyOnceWith(expect.any(Function));
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
    expect(wallet.getState()).toEqual({ status: "disconnected" });
    expect(wallet.getProvider()).toBe(provider);
  });

  it("creates one kit, however often it is pressed", async () => {
    const { kit, createKit, loadKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    const both = [wallet.connect(), wallet.connect()];
    arrive();
    await Promise.all(both);
    await wallet.connect();
    expect(loadKit).toHaveBeenCalledOnce();
    expect(createKit).toHaveBeenCalledOnce();
    expect(kit.open).toHaveBeenCalledTimes(2);
  });

  it("reports that the kit could not be loaded, and retries at the next press", async () => {
    expectWarning(NOT_LOADED);
    const { kit, loadKit, arrive, fail } = fakeModule();
    const wallet = createWallet(loadKit);
    const first = wallet.connect();
    fail();
    await first;
    expect(wallet.getState()).toEqual({ status: "failed" });

    const states: WalletState[] = [];
    wallet.subscribe(() => states.push(wallet.getState()));
    const second = wallet.connect();
    // The page removes the error at once, because screen readers announce only a new one.
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual([{ status: "loading", opening: true }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual({ status: "loading", opening: true });
    arrive();
    await second;
    expect(wallet.getState()).toEqual({ status: "disconnected" });
    expect(kit.open).toHaveBeenCalledOnce();
  });

  it("reports the same if the kit can't be created", async () => {
    expectWarning(NOT_LOADED);
    const { createKit, loadKit, arrive } = fakeModule();
    createKit.mockImplementationOnce((report) => {
      report({ status: "disconnected" });
      throw new Error("no storage");
    });
    const wallet = createWallet(loadKit);
    const connecting = wallet.connect();
    arrive();
    await connecting;
    expect(wallet.getState()).toEqual({ status: "failed" });
    expect(wallet.getProvider()).toBeNull();
  });

  it("survives a dialog that does not open", async () => {
    expectWarning("The dialog could not be opened");
    const { kit, loadKit, arrive } = fakeModule();
    kit.open.mockRejectedValueOnce(new Error("blocked"));
    const wallet = createWallet(loadKit);
    const connecting = wallet.connect();
    arrive();
    await expect(connecting).resolves.toBeUndefined();
  });
});

describe("a wallet whose kit is created", () => {
  async function awake() {
    const fake = fakeModule();
    const wallet = createWallet(fake.loadKit);
    const connecting = wallet.connect();
    fake.arrive();
    await connecting;
    fake.kit.open.mockClear();
    return { wallet, ...fake };
  }

  it("notifies its listeners of what the kit reports, until they unsubscribe", async () => {
    const { wallet, report } = await awake();
    const seen: WalletState[] = [];
    const leave = wallet.subscribe(() => seen.push(wallet.getState()));
    report({ status: "connecting" });
    report({ status: "connected", address: ADDRESS });
    leave();
    report({ status: "disconnected" });
    expect(seen).toEqual([{ status: "connecting" }, { status: "connected", address: ADDRESS }]);
    expect(wallet.getState()).toEqual({ status: "disconnected" });
  });

  it("opens the account", async () => {
    const { wallet, kit } = await awake();
    await wallet.showAccount();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("account");
  });

  it("keeps its state when its dialog is opened again", async () => {
    const { wallet, report } = await awake();
    report({ status: "connected", address: ADDRESS });
    await wallet.showAccount();
    expect(wallet.getState()).toEqual({ status: "connected", address: ADDRESS });
  });

  it("switches the network", async () => {
    const { wallet, kit } = await awake();
    await wallet.switchNetwork();
    expect(kit.switchNetwork).toHaveBeenCalledOnce();
  });

  it("survives a switch that its user refuses", async () => {
    expectWarning("The network was not switched");
    const { wallet, kit } = await awake();
    kit.switchNetwork.mockRejectedValueOnce({ code: 4001 });
    await expect(wallet.switchNetwork()).resolves.toBeUndefined();
  });
});

describe("a stored connection", () => {
  it("creates the kit at once, without a dialog", async () => {
    localStorage.setItem("@appkit/connection_status", "connected");
    const { kit, createKit, loadKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    expect(wallet.getState()).toEqual({ status: "loading", opening: false });
    arrive();
    await vi.waitUntil(() => createKit.mock.calls.length === 1);
    expect(kit.open).not.toHaveBeenCalled();
  });

  it("that can't be restored leaves Connect available", async () => {
    expectWarning(NOT_LOADED);
    localStorage.setItem("@appkit/connection_status", "connected");
    const { kit, loadKit, arrive, fail } = fakeModule();
    const wallet = createWallet(loadKit);
    fail();
    await vi.waitUntil(() => wallet.getState().status === "failed");
    const connecting = wallet.connect();
    arrive();
    await connecting;
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
  });

  it("opens the dialog if Connect is pressed before it is restored", async () => {
    localStorage.setItem("@appkit/connection_status", "connected");
    const { kit, createKit, loadKit, arrive } = fakeModule();
    const wallet = createWallet(loadKit);
    const connecting = wallet.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(wallet.getState()).toEqual({ status: "loading", opening: true });
    arrive();
    await connecting;
    expect(createKit).toHaveBeenCalledOnce();
    expect(kit.open).toHaveBeenCalledExactlyOnceWith("connect");
  });

  it.each(["disconnected", "connecting", ""])("of status %j does not load the kit", (status) => {
    localStorage.setItem("@appkit/connection_status", status);
    const { loadKit } = fakeModule();
    createWallet(loadKit);
    expect(loadKit).not.toHaveBeenCalled();
  });

  it("is absent if storage is forbidden", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const { loadKit } = fakeModule();
    expect(createWallet(loadKit).getState()).toEqual({ status: "asleep" });
    expect(loadKit).not.toHaveBeenCalled();
  });

  const restoring = (address: string) => {
    localStorage.setItem("@appkit/connection_status", "connected");
    localStorage.setItem("connected-address", address);
    const fake = fakeModule();
    fake.createKit.mockImplementationOnce((given) => {
      given({ status: "connecting" });
      return fake.kit;
    });
    return { wallet: createWallet(fake.loadKit), ...fake };
  };

  it.each(["connected", "disconnected"] as const)(
    "shows its address until the kit reports that it is %s",
    async (status) => {
      const { wallet, createKit, arrive } = restoring(ADDRESS);
      const shown = { status: "reconnecting", address: ADDRESS };
      expect(wallet.getState()).toEqual(shown);
      arrive();
      await vi.waitUntil(() => createKit.mock.calls.length === 1);
      expect(wallet.getState()).toEqual(shown);
      const report = createKit.mock.calls[0]?.[0];
      const outcome = status === "connected" ? { status, address: OTHER_ADDRESS } : { status };
      report?.(outcome as WalletState);
      expect(wallet.getState()).toEqual(outcome);
      report?.({ status: "connecting" });
      expect(wallet.getState()).toEqual({ status: "connecting" });
    },
  );

  it.each(["", "0x70", `${ADDRESS}0`, `${ADDRESS} is lost`, "<b>0x</b>", `javascript:${ADDRESS}`])(
    "shows no address if %j is stored",
    (text) => {
      expect(restoring(text).wallet.getState()).toEqual({ status: "loading", opening: false });
    },
  );

  it("shows no address if the stored status is not connected", () => {
    localStorage.setItem("connected-address", ADDRESS);
    expect(createWallet(fakeModule().loadKit).getState()).toEqual({ status: "asleep" });
  });

  const stores = (key: string, newValue: string | null) => {
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
  };

  it("of another tab creates the kit, once, and shows its address", () => {
    const { loadKit } = fakeModule();
    const wallet = createWallet(loadKit);
    localStorage.setItem("connected-address", ADDRESS);
    stores("@appkit/connection_status", "connected");
    expect(wallet.getState()).toEqual({ status: "reconnecting", address: ADDRESS });
    stores("@appkit/connection_status", "connected");
    expect(loadKit).toHaveBeenCalledOnce();
  });

  it("that another tab ends, and what else it stores, does not load the kit", () => {
    const { loadKit } = fakeModule();
    createWallet(loadKit);
    stores("@appkit/connection_status", "disconnected");
    stores("@appkit/connection_status", null);
    stores("@appkit/wallet_name", "connected");
    expect(loadKit).not.toHaveBeenCalled();
  });
});
