import type { KnipConfig } from "knip";

const config: KnipConfig = {
  treatConfigHintsAsErrors: true,
  // Whoever calls a function may name what it takes and gives.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    ".": {
      // Hardhat compiles every contract and runs what it is told by path.
      entry: [
        "contracts/**/*.sol",
        // `npm start` gives launch.js its path.
        "scripts/dev/start/start.ts",
        "test/runner/*.ts",
        "test/runner/bench/*.ts",
        "scripts/**/*.sol",
        "test/runner/bench/**/*.sol",
        // `npm run test:mutants:scripts` gives Stryker its path.
        "test/runner/mutants/vitest.config.ts",
        "test/contracts/*.t.sol",
        "test/**/*.{test,spec}.ts",
      ],
      // Of the base system: a test's terminal.
      ignoreBinaries: ["script"],
      project: ["*.ts", "contracts/**/*.sol", "scripts/**/*.{ts,js,sol}", "test/**/*.{ts,sol}"],
    },
    frontend: {
      // Vite's plugins bring these by name: the local chain's test wallet, and what a build puts into the HTML.
      entry: [
        "dev-server.ts",
        "bench/*/main.tsx",
        "bench/kit/wallet-features.ts",
        "gallery/main.tsx",
        "kit-lab/main.ts",
        "local/announce.ts",
        "src/prerender.tsx",
        "src/primer.ts",
        // `npm run test:mutants:page` gives Stryker its path.
        "vitest.mutants.config.ts",
      ],
      // No Solidity is here, but knip wants every workspace to name the kinds of file it can read.
      project: ["*.ts", "{src,local,gallery,bench,kit-lab,build}/**/*.{ts,tsx,sol}"],
    },
  },
  compilers: {
    // Solidity's imports read like JavaScript's, and that is all that is asked here.
    sol: (source) => (source.match(/^import [^;]+;/gm) ?? []).join("\n"),
  },
};

export default config;
