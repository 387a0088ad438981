import { beforeEach, expect, it, vi } from "vitest";
import { preloadChunks } from "./preload-chunks.ts";

const IMPORTER = "https://mint.example/path/assets/index.js";
const links = () =>
  [...document.head.querySelectorAll("link")].map(({ rel, href, crossOrigin }) => ({
    rel,
    href,
    crossOrigin,
  }));

beforeEach(() => {
  document.head.replaceChildren();
});

it("asks for a chunk and what it imports side by side, and gives the chunk", async () => {
  const load = vi.fn(async () => {
    // Not after the chunk is there.
    expect(links()).toHaveLength(2);
    return "module";
  });
  expect(await preloadChunks(load, ["./kit.js", "./ethers.js"], IMPORTER)).toBe("module");
  expect(links()).toEqual([
    { rel: "modulepreload", href: "https://mint.example/path/assets/kit.js", crossOrigin: "" },
    { rel: "modulepreload", href: "https://mint.example/path/assets/ethers.js", crossOrigin: "" },
  ]);
});

it("asks once, however often somebody reaches for the button", async () => {
  const load = async () => "module";
  await preloadChunks(load, ["./once.js"], IMPORTER);
  await preloadChunks(load, ["./once.js"], IMPORTER);
  expect(links()).toHaveLength(1);
});

it("asks for nothing beside a chunk that imports nothing", async () => {
  await preloadChunks(async () => "module", undefined, IMPORTER);
  expect(links()).toEqual([]);
});

it("leaves a failure to whoever imports", async () => {
  const failure = new TypeError("Failed to fetch");
  const load = () => Promise.reject(failure);
  await expect(preloadChunks(load, ["./gone.js"], IMPORTER)).rejects.toBe(failure);
});
