// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface Info {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

const ANNOUNCE = "eip6963:announceProvider";
const cleanup: (() => void)[] = [];
let heard: { info: Info; provider: unknown }[] = [];

const ICON = "data:image/svg+xml,%3Csvg/%3E";
const wallet = () => ({ request: async () => null });
const info = (changes: object = {}) => ({
  uuid: "5ee11cc9-16a5-4a34-9a0b-1f8a5ad3ae30",
  name: "Careful Wallet",
  icon: ICON,
  rdns: "test.careful-wallet",
  ...changes,
});

function announce(detail: unknown): void {
  window.dispatchEvent(new CustomEvent(ANNOUNCE, { detail }));
}

beforeEach(async () => {
  vi.resetModules();
  heard = [];
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: object | boolean) => {
      listen(type, listener, options);
      cleanup.push(() => window.removeEventListener(type, listener, options));
    },
  );
  const { guardAnnouncements } = await import("./announcement-guard.ts");
  const excluded = { rdns: ["com.unwanted"], names: ["unloved wallet"] };
  guardAnnouncements(excluded);
  window.addEventListener(ANNOUNCE, (event) => heard.push((event as CustomEvent).detail));
});

afterEach(() => {
  for (const undo of cleanup.splice(0)) undo();
});

it("passes a valid announcement on unchanged, every time", () => {
  const provider = wallet();
  announce({ info: info(), provider });
  announce({ info: info({ uuid: "another" }), provider });
  expect(heard).toEqual([
    { info: info(), provider },
    { info: info(), provider },
  ]);
  expect(heard[0]?.provider).toBe(provider);
});

it("passes on a copy, which the wallet can't change afterwards", () => {
  const changing = info();
  announce({ info: changing, provider: wallet() });
  changing.name = "Another Wallet";
  expect(heard[0]?.info.name).toBe("Careful Wallet");
  expect(Object.isFrozen(heard[0]?.info)).toBe(true);
});

it("reads a name once: a getter that throws later does not throw in the kit", () => {
  let reads = 0;
  const throwing = {
    ...info(),
    get name() {
      reads += 1;
      if (reads > 1) throw new Error("boom");
      return "Careful Wallet";
    },
  };
  announce({ info: throwing, provider: wallet() });
  expect(heard.map(({ info: { name } }) => name + name)).toEqual(["Careful WalletCareful Wallet"]);
});

describe("drops", () => {
  const throwing = {
    get name(): string {
      throw new Error("boom");
    },
  };
  it.each([
    ["nothing", null],
    ["no object", "wallet"],
    ["no info", { provider: wallet() }],
    ["no provider", { info: info() }],
    ["a provider without request()", { info: info(), provider: {} }],
    ["a provider that is text", { info: info(), provider: "provider" }],
    [
      "a name that throws",
      {
        info: Object.defineProperties(info(), Object.getOwnPropertyDescriptors(throwing)),
        provider: wallet(),
      },
    ],
    ["a name that is not text", { info: info({ name: 7 }), provider: wallet() }],
    ["an invisible name", { info: info({ name: "\u200b\u3164 \u202e" }), provider: wallet() }],
    ["no uuid", { info: info({ uuid: undefined }), provider: wallet() }],
    ["an endless uuid", { info: info({ uuid: "a".repeat(65) }), provider: wallet() }],
    ["no rdns", { info: info({ rdns: "" }), provider: wallet() }],
    [
      "the id of one of the kit's connectors as its rdns",
      { info: info({ rdns: "walletConnect" }), provider: wallet() },
    ],
    ["an endless rdns", { info: info({ rdns: `a.${"b".repeat(100)}` }), provider: wallet() }],
  ])("an announcement with %s, and hears the next one", (_, detail) => {
    announce(detail);
    expect(heard).toEqual([]);
    announce({ info: info(), provider: wallet() });
    expect(heard).toHaveLength(1);
  });
});

it.each([
  ["x".repeat(10_000), "x".repeat(40)],
  ["  Careful\u202e\u200b Wallet ", "Careful Wallet"],
  ["Careful \u00a0 Wallet", "Careful Wallet"],
])("bounds the name %j", (name, shown) => {
  announce({ info: info({ name }), provider: wallet() });
  expect(heard.map((one) => one.info.name)).toEqual([shown]);
});

it.each([
  ["an address", "https://tracker.example/icon.png"],
  ["no text", 7],
  ["no picture", "data:text/html,<h1>"],
  ["an endless picture", `data:image/png;base64,${"A".repeat(300_000)}`],
])("removes an icon that is %s", (_, icon) => {
  announce({ info: info({ icon }), provider: wallet() });
  expect(heard.map((one) => one.info.icon)).toEqual([""]);
});

it("keeps the first 32 of thousands", () => {
  for (let i = 0; i < 3_000; i += 1) {
    announce({ info: info({ name: `Wallet ${i}`, rdns: `test.w${i}` }), provider: wallet() });
  }
  expect(heard.map((one) => one.info.name)).toEqual(
    Array.from({ length: 32 }, (_, i) => `Wallet ${i}`),
  );
});

it("passes on two wallets with the same name and rdns as two", () => {
  const [first, second, third] = [wallet(), wallet(), wallet()];
  announce({ info: info(), provider: first });
  announce({ info: info(), provider: second });
  announce({ info: info({ name: "CAREFUL wallet", rdns: "test.other" }), provider: third });
  expect(heard.map(({ info: { name, rdns }, provider }) => [name, rdns, provider])).toEqual([
    ["Careful Wallet", "test.careful-wallet", first],
    ["Careful Wallet (2)", "test.careful-wallet.2", second],
    ["CAREFUL wallet (3)", "test.other", third],
  ]);
  expect(heard[0]?.provider).toBe(first);
  expect(heard[1]?.provider).toBe(second);
});

it("lets no wallet impersonate the kit's own entry", () => {
  announce({ info: info({ name: "WalletConnect" }), provider: wallet() });
  expect(heard.map((one) => one.info.name)).toEqual(["WalletConnect (2)"]);
});

describe("a wallet that the deployer excludes", () => {
  it.each([
    ["rdns", { rdns: "com.unwanted" }],
    ["rdns in another case", { rdns: "Com.Unwanted" }],
    ["name", { name: "Unloved Wallet" }],
    ["name in another case", { name: "UNLOVED wallet" }],
    ["name with invisible characters", { name: "Un\u200bloved  Wallet" }],
  ])("by its %s is not passed on, nor later by another name", (_, changes) => {
    const provider = wallet();
    announce({ info: info(changes), provider });
    announce({ info: info({ name: "Browser Wallet" }), provider });
    expect(heard).toEqual([]);
  });

  it.each([
    { rdns: "com.unwanted.other" },
    { rdns: "unwanted.com" },
    { name: "Unloved Wallet Pro" },
    { rdns: "unloved.wallet" },
  ])("is no other one: %j is passed on", (changes) => {
    announce({ info: info(changes), provider: wallet() });
    expect(heard).toHaveLength(1);
  });

  it("takes no other one's place or name", () => {
    announce({ info: info({ rdns: "com.unwanted" }), provider: wallet() });
    announce({ info: info(), provider: wallet() });
    expect(heard.map((one) => one.info.name)).toEqual(["Careful Wallet"]);
  });
});
