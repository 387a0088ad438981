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

const throwing = (object: object, name: string) =>
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      throw new Error("boom");
    },
  });

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
  window.addEventListener(ANNOUNCE, (event) => heard.push((event as CustomEvent).detail));
}

function discover(): Announcement[] {
  heard = [];
  request();
  vi.advanceTimersByTime(DISCOVERY_MS);
  return heard;
}

/** Starts the page with these wallets, and hears one round of announcements. */
async function discovered(injected: unknown, ...announced: readonly object[]) {
  for (const each of announced) announces(each);
  inject(injected);
  await start();
  discover();
  return names();
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
    expect(await discovered(injected, announced)).toEqual(["Announced", "Browser Wallet"]);
    expect(providers()).toEqual([announced, injected]);
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
    await discovered({ ...wallet(), providers: [first, null, {}, second] });
    expect(providers()).toEqual([first, second]);
  });

  it.each([[[]], [[{}]], ["none"]])("is announced itself if `providers` is %j", async (given) => {
    const injected = { ...wallet(), providers: given };
    await discovered(injected);
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

  const marked = { isCareful: true, isMetaMask: true };

  it.each<[string, object, object, readonly string[]]>([
    ["by its own marks", marked, { ...marked, isConnected: true }, []],
    ["not by the mark that many have", { isMetaMask: true }, { isMetaMask: true }, ["it"]],
    ["not by other marks", { isCareful: true }, { isCareless: true }, ["it"]],
    ["not by fewer marks", { isCareful: true, isOld: true }, { isCareful: true }, ["it"]],
    ["not by marks that throw", { isCareful: true }, throwing({}, "isCareful"), ["it"]],
  ])("is recognised %s if it announces another object", async (_, announced, injected, listed) => {
    const provider = Object.defineProperties(wallet(), Object.getOwnPropertyDescriptors(injected));
    expect(await discovered(provider, wallet(announced))).toEqual([
      "Announced",
      ...listed.map(() => "Browser Wallet"),
    ]);
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
  throwing(window, "ethereum");
  await start();
  expect(discover()).toEqual([]);
  inject(wallet());
  expect(discover()).toHaveLength(1);
});
