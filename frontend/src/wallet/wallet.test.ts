// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import { run, type Step, tell } from "../../../test/support/stories.ts";
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
    given(DISCONNECTED);
    return kit;
  });
  const arrivals: Deferred<KitModule>[] = [];
  const loadKit = vi.fn(() => {
    const arrival = deferred<KitModule>();
    arrivals.push(arrival);
    return arrival.promise;
  });
  const module: KitModule = {
    isQuiet,
    createKit(given) {
      report = given;
      return createKit(given);
    },
  };
  const wallet = createWallet(loadKit);
  const states: WalletState[] = [];
  wallet.subscribe(() => states.push(wallet.getState()));
  return {
    kit,
    createKit,
    loadKit,
    wallet,
    states,
    report: (state: WalletState) => report(state),
    arrive: () => arrivals.at(-1)?.resolve(module),
    fail: () => arrivals.at(-1)?.reject(new TypeError("Failed to fetch")),
  };
}

let world: ReturnType<typeof start>;

beforeEach(() => {
  vi.useFakeTimers();
  world = start();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const wait = (ms: number) => () => pass(ms);
const starts = (given: World) => () => {
  world = start(given);
};
/** Anything that the page asks of its wallet; a rejection would fail the test. */
const asks = (ask: (wallet: typeof world.wallet) => unknown) => async () => {
  void ask(world.wallet);
  await pass();
};
const presses = asks((wallet) => wallet.connect());
const cancels = asks((wallet) => wallet.cancelConnect());
const prepares = asks((wallet) => wallet.prepare());
const arrives = async () => {
  world.arrive();
  await pass();
};
const fails = async () => {
  world.fail();
  await pass();
};
const connects = () => run([presses, arrives]);
const reports = (state: WalletState) => () => world.report(state);
const creates =
  (create: (report: (state: WalletState) => void) => void): Step =>
  () =>
    void world.createKit.mockImplementationOnce((report) => {
      create(report);
      return world.kit;
    });
const noStorage = (report: (state: WalletState) => void) => {
  report(DISCONNECTED);
  throw new Error("No storage");
};
let dialog: Deferred<void>;
const dialogIsSlow = () => {
  dialog = deferred<void>();
  world.kit.open.mockReturnValueOnce(dialog.promise);
};
const dialogOpens = async () => {
  dialog.resolve();
  await pass();
};
const warns = (warning: string) => () => expectWarning(warning);
const notLoaded = warns("The wallet kit could not be loaded");

const is = (state: WalletState) => () => expect(world.wallet.getState()).toEqual(state);
const hasShown = (...states: readonly WalletState[]) => {
  return () => expect(world.states).toEqual(states);
};
const hasOpened =
  (...views: readonly string[]) =>
  () =>
    expect(world.kit.open.mock.calls.flat()).toEqual(views);
const hasClosed = (times: number) => () => expect(world.kit.close).toHaveBeenCalledTimes(times);
const hasLoaded = (times: number) => () => expect(world.loadKit).toHaveBeenCalledTimes(times);
const hasCreated = (times: number) => () => expect(world.createKit).toHaveBeenCalledTimes(times);
const asleep: WalletState = { status: "asleep" };

describe("a wallet that the visitor has not needed", () => {
  tell({
    "is idle, and loads nothing, also if it is to switch the network": [
      [is(asleep), () => expect(world.wallet.getProvider()).toBeNull()],
      [asks((wallet) => wallet.switchNetwork()), hasLoaded(0)],
    ],
    "is preloaded without being created": [
      [asks((wallet) => wallet.warm()), arrives, hasLoaded(1), hasCreated(0), is(asleep)],
    ],
    "reports no failure of a preload": [
      [asks((wallet) => wallet.warm()), fails, hasLoaded(1), is(asleep)],
    ],
  });
});

describe("a kit that is prepared", () => {
  tell({
    "opens no dialog, says nothing of loading, and is the one that a press opens": [
      [prepares, is(asleep), arrives, is(DISCONNECTED), hasOpened()],
      [presses, hasLoaded(1), hasCreated(1), hasOpened("connect")],
    ],
    "is not created in advance if it would send requests before a press on Connect": [
      [starts({ isQuiet: false }), prepares, arrives, hasCreated(0)],
      [connects, hasCreated(1)],
    ],
    "reports no failure, and is tried again at a press": [
      [creates(noStorage), prepares, arrives],
      [hasCreated(1), is(DISCONNECTED), connects, is(DISCONNECTED), hasCreated(2)],
    ],
  });
});

describe("a press on Connect", () => {
  tell({
    "loads the kit, and shows that it is opening until the dialog has opened": [
      [dialogIsSlow, presses, wait(100), is(OPENING)],
      [arrives, hasOpened("connect"), is(OPENING), dialogOpens, is(DISCONNECTED)],
      [hasCreated(1), () => expect(world.wallet.getProvider()).toBe(provider)],
    ],
    "shows a wallet that connects before the dialog has opened": [
      [dialogIsSlow, presses, wait(100), arrives, is(OPENING)],
      [reports({ status: "connected", address: ADDRESS })],
      [is({ status: "connected", address: ADDRESS })],
    ],
    "shows nothing of a kit that opens sooner than a visitor sees a delay": [
      [presses, wait(99), hasShown(), arrives, wait(1_000)],
      [
        () =>
          expect(new Set(world.states.map(({ status }) => status))).toEqual(
            new Set(["disconnected"]),
          ),
      ],
    ],
    "that is cancelled before the code has loaded opens nothing": [
      [presses, cancels, is(LOADING), arrives, hasOpened(), is(DISCONNECTED)],
    ],
    "that is cancelled while the kit asks its cloud closes the dialog that opens late": [
      [dialogIsSlow, connects, hasOpened("connect"), cancels, is(DISCONNECTED)],
      [dialogOpens, hasClosed(1)],
    ],
    "creates one kit, however often it is repeated": [
      [presses, presses, arrives, presses],
      [hasLoaded(1), hasCreated(1), hasOpened("connect", "connect")],
    ],
    "reports that the kit could not be loaded, and retries when it is repeated": [
      [notLoaded, presses, fails, is({ status: "failed" }), () => world.states.splice(0)],
      // The page removes the error at once, because screen readers announce only a new one.
      [presses, hasShown(OPENING), wait(100), is(OPENING)],
      [arrives, is(DISCONNECTED), hasOpened("connect")],
    ],
    "reports the same if the kit can't be created": [
      [notLoaded, creates(noStorage), connects, is({ status: "failed" })],
      [() => expect(world.wallet.getProvider()).toBeNull()],
    ],
    "survives a dialog that does not open": [
      [warns("The dialog could not be opened")],
      [() => world.kit.open.mockRejectedValueOnce(new Error("blocked")), connects],
    ],
  });
});

describe("a wallet whose kit is created", () => {
  const connected: WalletState = { status: "connected", address: ADDRESS };

  beforeEach(connects);

  it("notifies its listeners of what the kit reports, until they unsubscribe", () => {
    const seen: WalletState[] = [];
    const leave = world.wallet.subscribe(() => seen.push(world.wallet.getState()));
    world.report({ status: "connecting" });
    world.report(connected);
    leave();
    world.report(DISCONNECTED);
    expect(seen).toEqual([{ status: "connecting" }, connected]);
    is(DISCONNECTED)();
  });

  tell({
    "opens the account, and keeps its state": [
      [reports(connected), asks((wallet) => wallet.showAccount())],
      [hasOpened("connect", "account"), is(connected)],
    ],
    "switches the network, and survives a switch that its user refuses": [
      [warns("The network was not switched")],
      [() => world.kit.switchNetwork.mockRejectedValueOnce({ code: 4001 })],
      [asks((wallet) => wallet.switchNetwork())],
      [() => expect(world.kit.switchNetwork).toHaveBeenCalledOnce()],
    ],
  });
});

describe("a stored connection", () => {
  const stored = "connected";
  const stores = (key: string, newValue: string | null) => () => {
    dispatchEvent(new StorageEvent("storage", { key, newValue }));
  };
  const storesStatus = (status: string | null) => stores("@appkit/connection_status", status);
  const reconnecting: WalletState = { status: "reconnecting", address: ADDRESS };

  tell({
    "creates the kit at once, without a dialog": [
      [starts({ stored }), is(LOADING), arrives, hasCreated(1), hasOpened()],
    ],
    "that can't be restored leaves Connect available": [
      [notLoaded, starts({ stored }), fails, is({ status: "failed" })],
      [connects, hasOpened("connect")],
    ],
    "opens the dialog if Connect is pressed before it is restored": [
      [starts({ stored }), presses, wait(100), is(OPENING)],
      [arrives, hasCreated(1), hasOpened("connect")],
    ],
    "of another tab creates the kit, once, and shows its address": [
      [starts({ address: ADDRESS }), storesStatus("connected"), is(reconnecting)],
      [storesStatus("connected"), hasLoaded(1), arrives, storesStatus("connected")],
      [reports({ status: "connecting" }), is({ status: "connecting" })],
    ],
    "that another tab ends, and what else it stores, does not load the kit": [
      [storesStatus("disconnected"), storesStatus(null)],
      [stores("@appkit/wallet_name", "connected"), hasLoaded(0)],
    ],
  });

  it.each(["disconnected", "connecting", "", undefined])(
    "of status %j loads no kit, and shows no address",
    (status) =>
      run([
        starts({ address: ADDRESS, ...(status !== undefined && { stored: status }) }),
        is(asleep),
        hasLoaded(0),
      ]),
  );

  it("is absent if storage is forbidden", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    return run([starts({}), is(asleep), hasLoaded(0)]);
  });

  it.each<WalletState>([{ status: "connected", address: OTHER_ADDRESS }, DISCONNECTED])(
    "shows its address until the kit reports that it is %o",
    (outcome) =>
      run(
        [starts({ stored, address: ADDRESS })],
        [creates((report) => report({ status: "connecting" }))],
        [is(reconnecting), arrives, is(reconnecting), reports(outcome), is(outcome)],
        [reports({ status: "connecting" }), is({ status: "connecting" })],
      ),
  );

  it.each(["", "0x70", `${ADDRESS}0`, `${ADDRESS} is lost`, "<b>0x</b>", `javascript:${ADDRESS}`])(
    "shows no address if %j is stored",
    (address) => {
      expect(start({ stored, address }).wallet.getState()).toEqual(LOADING);
    },
  );
});
