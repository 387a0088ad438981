import { fileURLToPath } from "node:url";
import toolbox from "@nomicfoundation/hardhat-toolbox-mocha-ethers";
import { configVariable, defineConfig } from "hardhat/config";
import type { HttpNetworkUserConfig } from "hardhat/types/config";
import type { HardhatPlugin } from "hardhat/types/plugins";
import {
  endpointVariable,
  type LiveNetworkName,
  liveNetworkNames,
  networks,
  secondEndpointVariable,
} from "./networks.ts";
import { recordedSources } from "./scripts/dev/bindings/record-sources.ts";
import { answerWithinMs } from "./scripts/tasks/chain/answer-within.ts";
import { terminalPrompts } from "./scripts/tasks/cli/terminal-prompts.ts";
import { tasks } from "./scripts/tasks/tasks.ts";

/**
 * Uses the npm package's compiler, because the lockfile pins it and Hardhat then downloads none.
 */
const compiler = {
  version: "0.8.37",
  path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
  settings: {
    evmVersion: "prague",
    optimizer: { enabled: true, runs: 200 },
  },
};

/**
 * The same limit as in scripts/tasks/chain/waiting.ts; Hardhat's default is five minutes.
 */
const timeout = answerWithinMs();

function live(name: LiveNetworkName): HttpNetworkUserConfig {
  const { chainId, maxFeePerGasLimit } = networks[name];
  return {
    type: "http",
    chainId,
    url: configVariable(endpointVariable(name)),
    timeout,
    accounts: [configVariable("DEPLOYER_PRIVATE_KEY")],
    ...(maxFeePerGasLimit !== null && { ignition: { maxFeePerGasLimit } }),
  };
}

function localhostUrl(): string {
  const port = process.env.CHAIN_PORT;
  return port ? `http://127.0.0.1:${port}` : networks.localhost.rpcUrls[0];
}

/**
 * Sorts the artifacts, because Hardhat's order differs between builds, and omits mocks. List this
 * plugin before the toolbox, because it changes TypeChain's array.
 */
const boundArtifacts: HardhatPlugin = {
  id: "bound-artifacts",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        async processArtifactsAfterSuccessfulBuild(_context, artifactPaths) {
          const bound = artifactPaths.filter((file) => !/[\\/]contracts[\\/]mocks[\\/]/.test(file));
          (artifactPaths as string[]).splice(0, artifactPaths.length, ...bound.sort());
        },
      }),
    }),
  },
};

const ownWarnings: HardhatPlugin = {
  id: "own-warnings",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        async getCompilationJobErrors(context, job, output, next) {
          const errors = await next(context, job, output);
          return errors.filter(
            ({ severity, formattedMessage }) =>
              severity !== "warning" || !/--> \S*node_modules\//.test(formattedMessage ?? ""),
          );
        },
      }),
    }),
  },
};

export default defineConfig({
  plugins: [boundArtifacts, ownWarnings, toolbox, recordedSources, terminalPrompts],
  tasks,
  solidity: {
    splitTestsCompilation: true,
    // Included, because the page decodes errors with this ABI.
    npmFilesToBuild: ["erc721a/contracts/IERC721A.sol"],
    profiles: { default: compiler, production: compiler },
  },
  networks: {
    // Ethereum's next hardfork, for tests. Deployments exceed the gas cap of a transaction there
    // (EIP-7825).
    amsterdam: { type: "edr-simulated", hardfork: "amsterdam", transactionGasCap: false },
    localhost: {
      type: "http",
      timeout,
      url: process.env.LOCALHOST_RPC_URL ?? localhostUrl(),
    },
    // Second endpoints of tasks: see scripts/tasks/chain/endpoints.ts. The chain of `npm start` has
    // none.
    ...Object.fromEntries(
      [...liveNetworkNames, "rehearsal"].map((name) => [
        `${name}-second`,
        { type: "http", url: configVariable(secondEndpointVariable(name), { default: "" }) },
      ]),
    ),
    // The owner's key, if it differs from the deployer's: see scripts/tasks/record/signing-keys.ts.
    // No task connects to this URL.
    owner: {
      type: "http",
      url: "http://127.0.0.1",
      accounts: [configVariable("OWNER_PRIVATE_KEY", { default: "" })],
    },
    rehearsal: { type: "http", timeout, url: configVariable("REHEARSAL_RPC_URL") },
    ...Object.fromEntries(liveNetworkNames.map((name) => [name, live(name)])),
  },
  paths: {
    // Ignition adds `deployments` to this path.
    ignition: ".",
    tests: { mocha: "test/contracts", solidity: "test/contracts" },
  },
  verify: { etherscan: { apiKey: configVariable("ETHERSCAN_API_KEY") } },
  typechain: { outDir: "typechain-types" },
  test: {
    mocha: { timeout: 180_000 },
    solidity: {
      // Makes a revert in the handler (test/contracts/invariants/TicketHandler.sol) fail the test.
      invariant: {
        // `npm run bench` makes a million calls.
        runs: Number(process.env.INVARIANT_RUNS ?? 64),
        depth: 500,
        failOnRevert: true,
        includeStorage: false,
        includePushBytes: false,
      },
    },
  },
});
