import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** `unit` needs no chain; `chain` runs the page's own modules against a real local node. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: "unit",
          environment: "node",
          include: ["src/**/*.test.{ts,tsx}", "local/**/*.test.ts", "build/**/*.test.ts"],
          setupFiles: ["../test/frontend/support/quiet.ts", "vitest.dom.ts"],
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: "chain",
          environment: "node",
          dir: root,
          include: ["test/frontend/*.test.ts"],
          globalSetup: ["../test/frontend/support/chain.ts"],
          // A purchase waits for its receipt as long as in the page.
          testTimeout: 60_000,
          setupFiles: ["../test/frontend/support/quiet.ts"],
        },
      },
    ],
  },
});
