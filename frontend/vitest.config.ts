import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Milliseconds. Ends only a test that hangs, because builds are slow on a busy machine. As long as
 * the page's own wait for a receipt.
 */
const TIMEOUT = 60_000;

/** One local node for all files, which run one after another, because each changes the chain. */
const chain = {
  test: {
    name: "chain",
    environment: "node" as const,
    dir: root,
    include: ["test/frontend/*.test.ts"],
    fileParallelism: false,
    globalSetup: ["../test/frontend/support/chain.ts"],
    testTimeout: TIMEOUT,
    setupFiles: ["../test/frontend/support/quiet.ts"],
  },
};

/** Tests expect English numbers and dates, whatever the collection's language. */
const inEnglish: Plugin = {
  name: "in-english",
  enforce: "pre",
  transform(code, id) {
    if (id !== path.join(root, "collection.ts")) return;
    return { code: code.replace(/(?<=const language = )"[^"]+"/, '"en-GB"'), map: null };
  },
};

/** A build without wallet features. */
const noFeatures: Plugin = {
  name: "no-features",
  resolveId: (id) => (id === "virtual:wallet-features" ? `\0${id}` : null),
  load: (id) =>
    id === "\0virtual:wallet-features"
      ? "export const walletFeatures = { enabled: [], excludedWalletIds: [], excludedWallets: { rdns: [], names: [] } };"
      : null,
};

const unit = (name: string, setupFiles: readonly string[], test: InlineConfig) => ({
  plugins: [inEnglish, noFeatures, react()],
  test: {
    name,
    environment: "node" as const,
    setupFiles: [...setupFiles, "../test/frontend/support/quiet.ts", "vitest.dom.ts"],
    testTimeout: TIMEOUT,
    unstubEnvs: true,
    unstubGlobals: true,
    ...test,
  },
});

const TESTS = ["src/**/*.test.{ts,tsx}", "local/**/*.test.ts", "build/**/*.test.ts"];

/** A test file can't undo its changes to a document. */
const needsContext = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), "utf8").startsWith(
    "// @vitest-environment jsdom",
  );

const inContext = globSync(TESTS, { cwd: import.meta.dirname }).filter(needsContext);

export default defineConfig({
  test: {
    projects: [
      unit("unit", ["../test/frontend/support/one-process.ts"], {
        include: TESTS,
        exclude: inContext,
        isolate: false,
      }),
      // Each file gets its own globals, built-in objects, modules and document.
      unit("unit-context", [], { include: inContext, pool: "vmForks" }),
      chain,
    ],
  },
});
