// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";

type Fetch = typeof globalThis.fetch;

const original = vi.fn<Fetch>();

const excluded = { rdns: ["com.unwanted"], names: ["unloved wallet"] };

/** Each test gets its own page, because a page installs the guard once. */
async function install(reachable = true) {
  const { allowCloud, installCloudGuard } = await import("./cloud-guard.ts");
  installCloudGuard({ reachable, excluded });
  allowCloud();
}

const silent: Fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  original.mockReset();
  original.mockImplementation(async () => new Response("hello"));
  vi.stubGlobal("fetch", original);
});

const CLOUD = [
  "https://api.web3modal.org/getAnalyticsConfig",
  "https://api.web3modal.com/public/getAssetImage/1",
  "https://rpc.walletconnect.org/v1/",
  "https://rpc.walletconnect.org/v1/supported-chains",
  "https://rpc.walletconnect.org/v1/identity/0x00",
  "https://rpc.walletconnect.org/v1/profile/reverse/0x00",
  "https://api.web3modal.org/v1/accounting",
  "https://relay.walletconnect.com/",
  "https://cloud.reown.com/x",
  "https://reown.com/x",
];

const ELSEWHERE = [
  "https://ethereum-rpc.publicnode.com/",
  "https://notreown.com/",
  "https://reown.com.evil.example/",
  "https://example.com/?u=https://reown.com/",
  "https://example.com/api.web3modal.org",
  "/favicon.svg",
  "favicon.svg",
];

it("asks the cloud nothing before it is allowed, and others at once; then with the whole time-out", async () => {
  original.mockImplementation(silent);
  const { allowCloud, installCloudGuard } = await import("./cloud-guard.ts");
  installCloudGuard({ reachable: true, excluded });
  const failed = vi.fn();
  for (const url of CLOUD) fetch(url).catch(failed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(original).not.toHaveBeenCalled();
  for (const url of ELSEWHERE) void fetch(url);
  expect(original.mock.calls.map(([url]) => url)).toEqual(ELSEWHERE);

  allowCloud();
  await vi.advanceTimersByTimeAsync(2_499);
  expect(original).toHaveBeenCalledTimes(ELSEWHERE.length + CLOUD.length);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledTimes(CLOUD.length);
});

describe("the provider's cloud", () => {
  it.each(CLOUD)("times out after 2.5 s: %s", async (url) => {
    original.mockImplementation(silent);
    await install();
    const answer = vi.fn();
    const asked = fetch(url).catch(answer);
    await vi.advanceTimersByTimeAsync(2_499);
    expect(answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(answer.mock.calls[0]?.[0]).toMatchObject({ name: "TimeoutError" });
  });

  it.each([
    "https://api.web3modal.org/getWallets?page=1",
    "https://rpc.walletconnect.org/v1/convert/quotes?amount=1",
    "https://rpc.walletconnect.org/v1/account/0x00/history",
    "https://rpc.walletconnect.org/v1/account/0x00/balance",
    "https://rpc.walletconnect.org/v1/fungible/price",
    "https://rpc.walletconnect.org/v1/generators/onrampurl",
    "https://rpc.walletconnect.org/v1/onramp/quote",
    "https://rpc.walletconnect.org/v1/profile/account/ada.reown.id",
    "https://rpc.walletconnect.org/v1/profile/suggestions/ada",
  ])("times out after 10 s if connecting does not wait for it: %s", async (url) => {
    original.mockImplementation(silent);
    await install();
    const answer = vi.fn();
    const asked = fetch(url).catch(answer);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(answer.mock.calls[0]?.[0]).toMatchObject({ name: "TimeoutError" });
  });

  it("times out if its body stalls half-way", async () => {
    original.mockImplementation(async (_, init) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("{"));
          init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body);
    });
    await install();
    const caught = expect(fetch(CLOUD[0] ?? "")).rejects.toMatchObject({ name: "TimeoutError" });
    await vi.advanceTimersByTimeAsync(2_500);
    await caught;
  });

  it.each<[string, RequestInfo | URL]>([
    ["a URL", new URL("https://api.web3modal.org/x")],
    ["a Request", new Request("https://api.web3modal.org/x")],
  ])("is recognised in %s", async (_, input) => {
    original.mockImplementation(silent);
    await install();
    const caught = expect(fetch(input)).rejects.toMatchObject({ name: "TimeoutError" });
    await vi.advanceTimersByTimeAsync(2_500);
    await caught;
  });

  it("that answers in time is passed on unchanged", async () => {
    original.mockImplementation(
      async () => new Response('{"data":[]}', { status: 201, headers: { "x-a": "b" } }),
    );
    await install();
    const init = { method: "POST", body: "{}", headers: { "x-c": "d" } };
    const response = await fetch(CLOUD[0] ?? "", init);
    expect(response.status).toBe(201);
    expect(response.headers.get("x-a")).toBe("b");
    expect(await response.json()).toEqual({ data: [] });
    expect(original).toHaveBeenCalledWith(CLOUD[0], expect.objectContaining(init));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives the kit the first 100 wallets of a list, and none that is malformed", async () => {
    const wallets = Array.from({ length: 20_000 }, (_, i) => ({
      id: `w${i}`,
      name: `Wallet ${i}`,
    }));
    const malformed = [
      null,
      7,
      "wallet",
      {},
      { id: 1, name: "x" },
      { id: "x", name: "x".repeat(101) },
    ];
    const body = JSON.stringify({ count: 20_000, data: [...malformed, ...wallets] });
    original.mockImplementation(async () => new Response(body, { headers: { "x-a": "b" } }));
    await install();
    const response = await fetch("https://api.web3modal.org/getWallets?page=1&entries=40");
    expect(response.headers.get("x-a")).toBe("b");
    expect(await response.json()).toEqual({ count: 20_000, data: wallets.slice(0, 100) });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("lists no wallet that the deployer excludes by rdns or name", async () => {
    const listed = { id: "1", name: "Welcome Wallet", rdns: null };
    const data = [
      { id: "2", name: "Renamed Wallet", rdns: "com.Unwanted" },
      listed,
      { id: "3", name: "UNLOVED Wallet" },
    ];
    original.mockImplementation(async () => new Response(JSON.stringify({ count: 3, data })));
    await install();
    const response = await fetch("https://api.web3modal.org/getWallets");
    expect(await response.json()).toEqual({ count: 3, data: [listed] });
  });

  it.each(["<h1>Welcome</h1>", "null", '{"data":"wallets"}', "[1]"])(
    "passes on an answer that is not a list of wallets: %s",
    async (body) => {
      original.mockImplementation(async () => new Response(body));
      await install();
      expect(await (await fetch("https://api.web3modal.org/getWallets")).text()).toBe(body);
    },
  );

  it.each([204, 205, 304])("may answer %d, which has no body", async (status) => {
    original.mockImplementation(async () => new Response(null, { status }));
    await install();
    expect((await fetch(CLOUD[0] ?? "")).status).toBe(status);
  });

  it("passes its failure on", async () => {
    original.mockRejectedValue(new TypeError("Failed to fetch"));
    await install();
    await expect(fetch(CLOUD[0] ?? "")).rejects.toThrow("Failed to fetch");
  });

  it("still aborts with the caller's own signal", async () => {
    original.mockImplementation(silent);
    await install();
    const controller = new AbortController();
    const reason = new Error("enough");
    const caught = expect(fetch(CLOUD[0] ?? "", { signal: controller.signal })).rejects.toBe(
      reason,
    );
    controller.abort(reason);
    await caught;
  });

  it.each(CLOUD)("is not requested without a project id: %s", async (url) => {
    await install(false);
    await expect(fetch(url)).rejects.toThrow(TypeError);
    expect(original).not.toHaveBeenCalled();
  });
});

describe("everything else", () => {
  it.each(ELSEWHERE)("is passed through: %s", async (url) => {
    await install(false);
    const init = { method: "POST" };
    const answer = new Response("untouched");
    original.mockResolvedValue(answer);
    expect(await fetch(url, init)).toBe(answer);
    expect(original.mock.calls).toEqual([[url, init]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is not a URL is left to the browser's fetch", async () => {
    original.mockRejectedValue(new TypeError("Failed to parse URL"));
    await install();
    await expect(fetch("http://[")).rejects.toThrow("Failed to parse URL");
  });
});
