import { defineConfig } from "vitest/config";
import { kitPatches } from "../build/chunks/kit-patches.ts";

export default defineConfig({
  plugins: [kitPatches({ features: true })],
  // AppKit's source maps name sources that it does not publish.
  logLevel: "error",
  test: {
    environment: "node",
    include: ["*/*.test.ts"],
    server: { deps: { inline: [/@reown\/appkit/] } },
    // Tests change AppKit's modules and the document, so each file has its own context.
    pool: "vmForks",
    setupFiles: ["../../test/frontend/support/quiet.ts", "../vitest.dom.ts"],
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
