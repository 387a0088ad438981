import { defineConfig } from "vitest/config";
import { kitPatches } from "../build/chunks/kit-patches.ts";

export default defineConfig({
  plugins: [kitPatches({ features: true })],
  // AppKit is published without the sources that its maps name.
  logLevel: "error",
  test: {
    environment: "node",
    include: ["*/*.test.ts"],
    // Otherwise Node would load AppKit itself, without its patches.
    server: { deps: { inline: [/@reown\/appkit/] } },
    // Tests change the kit's modules and the document.
    pool: "vmForks",
    setupFiles: ["../../test/frontend/support/quiet.ts", "../vitest.dom.ts"],
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
