import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["*/*.test.ts"],
    // A test changes the kit's modules and its document, so each file has a context of its own.
    pool: "vmForks",
    setupFiles: ["../../test/frontend/support/quiet.ts", "../vitest.dom.ts"],
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
