import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";

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

const TESTS = ["src/**/*.test.{ts,tsx}", "local/**/*.test.ts", "build/**/*.test.ts"];
const inDocument = globSync(TESTS, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(path.join(import.meta.dirname, file), "utf8").startsWith(
    "// @vitest-environment jsdom",
  ),
);

/** These need no chain. */
const unit = (name: string, test: InlineConfig) => ({
  plugins: [react()],
  test: {
    name,
    environment: "node" as const,
    setupFiles: ["../test/frontend/support/quiet.ts", "vitest.dom.ts"],
    unstubEnvs: true,
    unstubGlobals: true,
    ...test,
  },
});

export default defineConfig({
  test: {
    projects: [
      // One process for all of them: `vitest.dom.ts` gives each file modules of its own.
      unit("unit", { include: TESTS, exclude: inDocument, isolate: false }),
      // A document has no such end: each file gets a process of its own.
      unit("document", { include: inDocument }),
      chain("chain", "test/frontend/!(held-tickets|price-feed).test.ts"),
      chain("tickets", "test/frontend/held-tickets.test.ts"),
      chain("feed", "test/frontend/price-feed.test.ts"),
    ],
  },
});
