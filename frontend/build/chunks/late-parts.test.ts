import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { expect, it, vi } from "vitest";
import { lateParts, viewsOf } from "./late-parts.ts";

const kit = createRequire(fileURLToPath(import.meta.resolve("@reown/appkit")));
const index = kit.resolve("@reown/appkit-scaffold-ui");

it("gives the list three of the kit's views, and has all others for later", () => {
  const whole = readFileSync(index, "utf8");
  const { list, late } = viewsOf(whole);
  expect(list.match(/w3m-[\w-]+/g)).toEqual([
    "w3m-router",
    "w3m-connect-view",
    "w3m-connecting-external-view",
  ]);
  const views = late.split("\n");
  expect(views).toContain(
    `import ${JSON.stringify(path.resolve(index, "../../src/views/w3m-connecting-wc-view/index.js"))};`,
  );
  expect(views).toHaveLength((whole.match(/^export/gm) ?? []).length - 3);
});

it.each([
  ["lacks one of the list", "export * from '../src/modal/w3m-router/index.js';", "lacks"],
  ["names what it exports", "export { W3mModal } from '../src/modal/w3m-modal/index.js';", "form"],
])("refuses an index that %s", (_, changed, words) => {
  expect(() => viewsOf(changed)).toThrow(words);
});

it("leaves the development server's kit as it is: its views are not loaded a second time", async () => {
  const server = await createServer({
    configFile: false,
    mode: "localhost",
    logLevel: "silent",
    plugins: [lateParts()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
  });
  try {
    const views = await server.transformRequest("virtual:kit-views");
    expect(views?.code).toContain("view-fixes");
    expect(views?.code).not.toContain("appkit");
  } finally {
    await server.close();
  }
});

it.each([
  { features: "", fixed: false },
  { features: "history", fixed: true },
])("has the fixes of the kit's features if one is on: '$features'", ({ features, fixed }) => {
  vi.stubEnv("VITE_REOWN_PROJECT_ID", "0".repeat(32));
  vi.stubEnv("VITE_WALLET_FEATURES", features);
  const { configResolved, resolveId, load } = lateParts() as unknown as {
    configResolved(config: object): void;
    resolveId(source: string, importer: string): string | null;
    load(id: string): string | null;
  };
  configResolved({ mode: "sepolia", command: "build" });
  const id = resolveId("../../kit/features/feature-fixes.ts", "/frontend/src/wallet/kit.ts");
  expect(id === null).toBe(fixed);
  if (id !== null)
    expect(load(id)).toContain("mendFeatures = () => undefined, mendRelay = () => undefined");
});
