// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface Announcement {
  readonly info: { readonly name: string; readonly rdns: string; readonly icon: string };
  readonly provider: object;
}

const ANNOUNCE = "eip6963:announceProvider";
const REQUEST = "eip6963:requestProvider";
const DISCOVERY_MS = 300;

const wallet = (marks: object = {}) => ({ request: async () => null, ...marks });
const cleanup: (() => void)[] = [];
let heard: Announcement[] = [];

const request = () => window.dispatchEvent(new Event(REQUEST));

function tell(provider: object): void {
  const detail = { info: { name: "Announced", rdns: "test.announced", icon: "" }, provider };
  window.dispatchEvent(new CustomEvent(ANNOUNCE, { detail }));
}

function announces(provider: object, afterMs = 0): void {
  const answer = () => (afterMs === 0 ? tell(provider) : setTimeout(() => tell(provider), afterMs));
  window.addEventListener(REQUEST, answer);
}

const inject = (ethereum: unknown) =>
  Object.defineProperty(window, "ethereum", { configurable: true, value: ethereum });

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  heard = [];
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      listen(type, listener);
      cleanup.push(() => window.removeEventListener(type, listener));
    },
  );
});

afterEach(() => {
  for (const undo of cleanup.splice(0)) undo();
  Reflect.deleteProperty(window, "ethereum");
  localStorage.clear();
});

async function start() {
  const { announceInjectedWallet } = await import("./announce-injected.ts");
  announceInjectedWallet();
  announceInjectedWallet();
  window.addEventListener(ANNOUNCE, (event) => heard.push((event as CustomEvent).detail));
}

function discover(): Announcement[] {
  heard = [];
  request();
  vi.advanceTimersByTime(DISCOVERY_MS);
  return heard;
}

const names = () => heard.map(({ info }) => info.name);
const providers = () => heard.map(({ provider }) => provider);

describe("a wallet that is only injected", () => {
  it("is announced once for each request", async () => {
    const injected = wallet();
    inject(injected);
    await start();
    for (const time of [1, 2]) {
      const [announced, ...others] = discover();
      expect(others, `time ${time}`).toEqual([]);
      expect(announced?.provider).toBe(injected);
      expect(announced?.info).toMatchObject({ name: "Browser Wallet" });
      expect(announced?.info.icon).toMatch(/^data:image\/svg\+xml,/);
    }
  });

  it("is announced when wallets have had their time, not before", async () => {
    inject(wallet());
    await start();
    request();
    vi.advanceTimersByTime(DISCOVERY_MS - 1);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(names()).toEqual(["Browser Wallet"]);
  });

  it.each(["injected.browser-wallet", "injected.browser-wallet.2"])(
    "is announced at once if the kit is to reconnect %s",
    async (id) => {
      localStorage.setItem("@appkit/eip155:connected_connector_id", id);
      inject(wallet());
      await start();
      request();
      expect(names()).toEqual(["Browser Wallet"]);
    },
  );

  it("is announced if it is injected after the request", async () => {
    await start();
    request();
    inject(wallet());
    vi.advanceTimersByTime(DISCOVERY_MS);
    expect(names()).toEqual(["Browser Wallet"]);
  });

  it("is announced beside wallets that announce themselves", async () => {
    const [announced, injected] = [wallet(), wallet()];
    announces(announced);
    inject(injected);
    await start();
    discover();
    expect(providers()).toEqual([announced, injected]);
    expect(names()).toEqual(["Announced", "Browser Wallet"]);
  });

  it("is announced beside the one that replaces it, before the answers and after them", async () => {
    const [first, second, third] = [wallet(), wallet(), wallet()];
    inject(first);
    await start();
    request();
    inject(second);
    vi.advanceTimersByTime(DISCOVERY_MS);
    expect(providers()).toEqual([first, second]);
    inject(third);
    discover();
    expect(providers()).toEqual([first, second, third]);
  });

  it("is announced once though window.ethereum gives another object with its marks each time", async () => {
    Object.defineProperty(window, "ethereum", {
      configurable: true,
      get: () => wallet({ isCareful: true }),
    });
    await start();
    discover();
    discover();
    expect(names()).toEqual(["Browser Wallet"]);
  });

  it("is announced with each other one in `providers`, and what has collected them is not", async () => {
    const [first, second] = [wallet(), wallet()];
    inject({ ...wallet(), providers: [first, null, {}, second] });
    await start();
    discover();
    expect(providers()).toEqual([first, second]);
  });

  it.each([[[]], [[{}]], ["none"]])("is announced itself if `providers` is %j", async (given) => {
    const injected = { ...wallet(), providers: given };
    inject(injected);
    await start();
    discover();
    expect(providers()).toEqual([injected]);
  });
});

describe("a wallet that announces itself as well", () => {
  it.each([0, 200, DISCOVERY_MS - 1])("is not announced by the page, %d ms after", async (ms) => {
    const both = wallet();
    announces(both, ms);
    inject(both);
    await start();
    for (const _ of [1, 2]) {
      discover();
      expect(names()).toEqual(["Announced"]);
    }
  });

  it("is recognised by its own marks if it announces another object", async () => {
    announces(wallet({ isCareful: true, isMetaMask: true }));
    inject(wallet({ isMetaMask: true, isCareful: true, isConnected: () => true }));
    await start();
    discover();
    expect(names()).toEqual(["Announced"]);
  });

  it.each([
    ["the mark of another wallet, which many have", { isMetaMask: true }, { isMetaMask: true }],
    ["other marks", { isCareful: true }, { isCareless: true }],
    ["fewer marks", { isCareful: true, isOld: true }, { isCareful: true }],
  ])("is not recognised by %s", async (_, announced, injected) => {
    announces(wallet(announced));
    inject(wallet(injected));
    await start();
    discover();
    expect(names()).toEqual(["Announced", "Browser Wallet"]);
  });
});

it.each([undefined, null, "ethereum", {}, { request: "none" }])(
  "announces nothing if window.ethereum is %j",
  async (nothing) => {
    inject(nothing);
    await start();
    expect(discover()).toEqual([]);
  },
);

it("announces nothing if window.ethereum is a getter that throws, and what is there later", async () => {
  Object.defineProperty(window, "ethereum", {
    configurable: true,
    get() {
      throw new Error("boom");
    },
  });
  await start();
  expect(discover()).toEqual([]);
  inject(wallet());
  expect(discover()).toHaveLength(1);
});

it("announces a wallet whose marks throw", async () => {
  const throwing = Object.defineProperty(wallet(), "isCareful", {
    enumerable: true,
    get() {
      throw new Error("boom");
    },
  });
  announces(wallet({ isCareful: true }));
  inject(throwing);
  await start();
  discover();
  expect(names()).toEqual(["Announced", "Browser Wallet"]);
});
