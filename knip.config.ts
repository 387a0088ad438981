import type { KnipConfig } from "knip";

const config: KnipConfig = {
  treatConfigHintsAsErrors: true,
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    ".": {
      // Hardhat compiles every contract, and runs files by path.
      entry: [
        "contracts/**/*.sol",
        // `scripts/launch.js` imports these files by name.
        "scripts/dev/{art/{art,descriptor,draw-share-card,readme-picture},docs/docs}.ts",
        "scripts/dev/{collection/collection,rehearse/rehearse,start/start}.ts",
        "test/runner/*.ts",
        "test/bench/*.ts",
        "test/e2e/*.ts",
        "scripts/**/*.sol",
        "test/doubles/**/*.sol",
        // `npm run test:mutants:scripts` passes this path to Stryker.
        "test/runner/mutants/vitest.config.ts",
        // Tests fork this as a process.
        "test/tasks/support/warm-hardhat.ts",
        "test/contracts/**/*.t.sol",
        "test/**/*.{test,spec}.ts",
      ],
      ignoreBinaries: ["nginx"],
      project: ["*.ts", "contracts/**/*.sol", "scripts/**/*.{ts,js,sol}", "test/**/*.{ts,sol}"],
    },
    frontend: {
      // Vite plugins load these files by name.
      entry: [
        "dev-server.ts",
        "gallery/main.tsx",
        "local/announce.ts",
        "src/wallet/view-fixes.ts",
        "src/prerender.tsx",
        "src/inline-script.ts",
        // `npm run test:mutants:page` passes this path to Stryker.
        "vitest.mutants.config.ts",
      ],
      // Needed, although this workspace has no Solidity, because knip wants each workspace to list
      // the file types that it compiles.
      project: ["*.ts", "{src,local,gallery,build}/**/*.{ts,tsx,sol}"],
    },
    "frontend/kit": {
      // `build/chunks/late-parts.ts` names these files.
      entry: [
        "lab/main.ts",
        "late/late-{ethers,logger}.ts",
        "relay/late-answers.ts",
        "test/**/*.spec.ts",
      ],
      project: ["**/*.{ts,sol}"],
    },
  },
  compilers: {
    // Lets knip parse Solidity as JavaScript, because the imports look alike.
    sol: (source) => (source.match(/^import [^;]+;/gm) ?? []).join("\n"),
  },
};

export default config;
