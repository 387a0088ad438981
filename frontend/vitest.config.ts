import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs the page's own modules against a real local node of the project's own: its tests set that chain back. */
const chain = (name: string, include: string) => ({
  test: {
    name,
    environment: "node" as const,
    dir: root,
    include: [include],
    globalSetup: ["../test/frontend/support/chain.ts"],
    // A purchase waits for its receipt as long as in the page.
    testTimeout: 60_000,
    setupFiles: ["../test/frontend/support/quiet.ts"],
  },
});

/** `unit` needs no chain. */
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
      chain("chain", "test/frontend/!(held-tickets|price-feed).test.ts"),
      chain("tickets", "test/frontend/held-tickets.test.ts"),
      chain("feed", "test/frontend/price-feed.test.ts"),
    ],
  },
});
