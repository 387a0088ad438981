import { readFile } from "node:fs/promises";
import path from "node:path";
import { createServer, resolveConfig, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as collection from "../../../collection.ts";
import { readTheme } from "./theme.ts";
import { manifestText, webManifest } from "./web-manifest.ts";

vi.mock("./theme.ts", async (original) => {
  const theme = await original<typeof import("./theme.ts")>();
  return { ...theme, readTheme: vi.fn(theme.readTheme) };
});

const INVENTED = { name: "Invented", noun: "Pass", summary: "777 inventions on chain" };

describe("the manifest", () => {
  const text = manifestText(INVENTED);

  it("has the collection's words and the theme's colours", () => {
    const { paper } = readTheme();
    expect(JSON.parse(text)).toEqual({
      name: "Invented",
      short_name: "Invented",
      description: "Mint Pass tickets of Invented, a collection of 777 inventions on chain.",
      start_url: "./",
      scope: "./",
      display: "browser",
      background_color: paper,
      theme_color: paper,
      icons: expect.arrayContaining([expect.objectContaining({ purpose: "any maskable" })]),
    });
  });

  it("names pictures of the stated sizes, as the head does", async () => {
    const { icons } = JSON.parse(text) as { icons: { src: string; sizes: string }[] };
    for (const { src, sizes } of [
      { src: "share-card.png", sizes: "1200x630" },
      { src: "favicon.png", sizes: "48x48" },
      { src: "apple-touch-icon.png", sizes: "180x180" },
      ...icons.filter((icon) => icon.src.endsWith(".png")),
    ]) {
      const png = await readFile(path.resolve(import.meta.dirname, "../../public", src));
      expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes]);
      expect(png.length, src).toBeLessThan(200_000);
    }
  });

  it("is a file of the build", () => {
    const emitted: unknown[] = [];
    const { generateBundle } = webManifest();
    if (typeof generateBundle !== "function") throw new Error("The plugin emits nothing");
    (generateBundle as () => void).call({ emitFile: (file: unknown) => emitted.push(file) });
    expect(emitted).toEqual([
      { type: "asset", fileName: "site.webmanifest", source: manifestText(collection) },
    ]);
  });
});

it.each(["build", "serve"] as const)("stops a %s if the theme lacks a colour", async (command) => {
  vi.mocked(readTheme).mockImplementationOnce(() => {
    throw new Error("the theme does not have --paper");
  });
  const config = resolveConfig({ configFile: false, plugins: [webManifest()] }, command);
  await expect(config.then(({ command }) => command)).rejects.toThrow(
    "the theme does not have --paper",
  );
});

describe("the development server", () => {
  let server: ViteDevServer;

  beforeAll(async () => {
    server = await createServer({
      root: path.resolve(import.meta.dirname, "../.."),
      configFile: false,
      logLevel: "silent",
      plugins: [webManifest()],
      optimizeDeps: { noDiscovery: true },
      server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
    });
    await server.listen();
  });

  afterAll(() => server.close());

  it("answers with the manifest", async () => {
    const address = server.resolvedUrls?.local[0];
    const response = await fetch(`${address}site.webmanifest`);
    expect(response.headers.get("content-type")).toBe("application/manifest+json");
    expect(await response.text()).toBe(manifestText(collection));
  });

  it("puts the manifest and the theme's paper into the head, for both schemes", async () => {
    const html = await server.transformIndexHtml("/", "<html><head></head><body></body></html>");
    const tags = html.match(/<(?:meta name="theme-color"|link rel="manifest")[^>]*>/g);
    const light = readTheme().paper;
    const dark = readTheme(["(prefers-color-scheme: dark)"]).paper;
    expect(tags).toEqual([
      `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}">`,
      `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}">`,
      '<link rel="manifest" href="site.webmanifest">',
    ]);
  });
});
