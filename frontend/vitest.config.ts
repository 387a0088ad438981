import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** `unit` needs no chain; `chain` runs the page's own modules against a real local node. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: "unit",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}", "local/**/*.test.ts", "vite-plugins/**/*.test.ts"],
          setupFiles: ["test/support/quiet.ts", "test/support/dom.ts"],
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: "chain",
          environment: "node",
          include: ["test/**/*.test.ts"],
          globalSetup: ["test/support/chain.ts"],
          // A purchase waits for its receipt as long as the page does.
          testTimeout: 60_000,
          setupFiles: ["test/support/quiet.ts"],
        },
      },
    ],
  },
});
