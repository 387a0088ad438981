// @vitest-environment jsdom
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deferred } from "../../test/support/deferred.ts";

const FILES: Readonly<Record<string, string>> = {
  "./assets/kit.js": "kit",
  "./assets/ethers.js": "ethers",
};
const sha384 = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;
const CHUNK = ["./kit.js", "./ethers.js"];

let host: Map<string, string>;
const fetched: [address: string, cache: RequestCache | undefined][] = [];

async function fetchPinned(address: string, { integrity, cache }: RequestInit = {}) {
  fetched.push([address, cache]);
  const body = host.get(address);
  if (body === undefined || sha384(body) !== integrity) throw new TypeError("Failed to fetch");
  return new Response(body);
}

let helper: typeof import("./preload-chunks.ts");

beforeEach(async () => {
  vi.resetModules();
  helper = await import("./preload-chunks.ts");
  host = new Map(Object.entries(FILES));
  fetched.length = 0;
  vi.stubGlobal("fetch", fetchPinned);
  const integrity = Object.fromEntries(
    Object.entries(FILES).map(([address, text]) => [address, sha384(text)]),
  );
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ integrity });
  document.head.replaceChildren(map);
});

afterEach(() => vi.unstubAllGlobals());

it("fetches a chunk and what it imports side by side, then imports", async () => {
  const load = vi.fn(async () => "module");
  const module = helper.preloadChunks(load, CHUNK);
  expect(fetched).toEqual([
    ["./assets/kit.js", undefined],
    ["./assets/ethers.js", undefined],
  ]);
  expect(load).not.toHaveBeenCalled();
  expect(await module).toBe("module");
});

it("fetches once, however often the visitor reaches for the button", async () => {
  const load = async () => "module";
  await Promise.all([helper.preloadChunks(load, CHUNK), helper.preloadChunks(load, CHUNK)]);
  await helper.preloadChunks(load, CHUNK);
  expect(fetched).toHaveLength(2);
});

it("fetches nothing beside a chunk that imports nothing", async () => {
  expect(await helper.preloadChunks(async () => "module")).toBe("module");
  expect(fetched).toEqual([]);
});

it("looks past a cache that has kept something else", async () => {
  host.set("./assets/kit.js", "the host's own error page");
  vi.stubGlobal("fetch", (address: string, options: RequestInit = {}) => {
    if (options.cache === "reload") host = new Map(Object.entries(FILES));
    return fetchPinned(address, options);
  });
  expect(await helper.preloadChunks(async () => "module", CHUNK)).toBe("module");
  expect(fetched).toEqual([
    ["./assets/kit.js", undefined],
    ["./assets/ethers.js", undefined],
    ["./assets/kit.js", "reload"],
  ]);
});

it.each([
  ["missing", (address: string) => host.delete(address)],
  ["another one than was built", (address: string) => host.set(address, "changed")],
])("does not import while one is %s, and does once it is there", async (_, spoil) => {
  const load = vi.fn(async () => "module");
  spoil("./assets/ethers.js");
  await expect(helper.preloadChunks(load, CHUNK)).rejects.toThrow("Failed to fetch");
  // A browser may cache a failed import until the page closes.
  expect(load).not.toHaveBeenCalled();

  host = new Map(Object.entries(FILES));
  expect(await helper.preloadChunks(load, CHUNK)).toBe("module");
});

it("leaves a failed import to the importer", async () => {
  const failure = new TypeError("Unexpected token");
  await expect(helper.preloadChunks(() => Promise.reject(failure), CHUNK)).rejects.toBe(failure);
});

it("tells the files of an import without fetching or loading it, and then loads it as ever", async () => {
  const load = vi.fn(async () => "module");
  expect(helper.filesOf(() => helper.preloadChunks(load, CHUNK))).toEqual(CHUNK);
  expect(fetched).toEqual([]);
  expect(load).not.toHaveBeenCalled();

  expect(await helper.preloadChunks(load, CHUNK)).toBe("module");
});

it("has what was fetched ahead: a press asks for the rest", async () => {
  await helper.fetchOnce("./ethers.js", "low");
  expect(await helper.preloadChunks(async () => "module", CHUNK)).toBe("module");
  expect(fetched).toEqual([
    ["./assets/ethers.js", undefined],
    ["./assets/kit.js", undefined],
  ]);
});

const preloads = () =>
  [...document.querySelectorAll("[rel=modulepreload]")].map((link) => link.getAttribute("href"));

it("compiles a file once, from the browser's cache, however it is asked", async () => {
  const asked = vi.fn(async (_: string, __: RequestInit) => new Response());
  vi.stubGlobal("fetch", asked);
  await helper.compileChunk("./kit.js");
  await helper.compileChunk("./kit.js");
  // If nothing is cached, `only-if-cached` makes a browser log an error per file.
  expect(asked.mock.calls).toEqual([["./assets/kit.js", { cache: "force-cache" }]]);
  await helper.preloadChunks(async () => "module", ["./kit.js"]);
  expect(preloads()).toEqual(["./assets/kit.js"]);
});

it("preloads nothing that is imported already, which Firefox reports as a failure", async () => {
  await helper.preloadChunks(async () => "module", CHUNK);
  await helper.compileChunk("./kit.js");
  expect(preloads()).toEqual([]);
});

it("imports after a preload that is under way, not before it", async () => {
  await helper.fetchOnce("./kit.js");
  const kept = deferred<Response>();
  vi.stubGlobal("fetch", () => kept.promise);
  const compiled = helper.compileChunk("./kit.js");
  const load = vi.fn(async () => preloads());
  const module = helper.preloadChunks(load, ["./kit.js"]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).not.toHaveBeenCalled();
  kept.resolve(new Response());
  await compiled;
  expect(await module).toEqual(["./assets/kit.js"]);
});

it.each(["compileChunk", "runChunk"] as const)(
  "%s preloads no file that can't be had, and tries again",
  async (name) => {
    const asked = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
    vi.stubGlobal("fetch", asked);
    await expect(helper[name]("./kit.js")).rejects.toThrow("Failed to fetch");
    await expect(helper[name]("./kit.js")).rejects.toThrow("Failed to fetch");
    expect(asked).toHaveBeenCalledTimes(2);
    expect(preloads()).toEqual([]);
  },
);
