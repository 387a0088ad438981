import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** `npm run bench:…`: repeats tests more often than `npm test` does, up to the first failure. */
const cli = (name: string, file: string) =>
  path.join(path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), file);
const hardhat = [cli("hardhat", "dist/src/cli.js"), "--no-typechain"];
const playwright = [cli("@playwright/test", "cli.js"), "test"];

const { BENCH_RUNS = "20", SETTLEMENT_RUNS = "20000" } = process.env;
const { SETTLEMENT_SEED = String(Date.now() % 2 ** 31) } = process.env;
const SETTLEMENT = "src/mint/purchases/settlement-model.test.ts";
const KILLS = ["test/tasks/hostile/kills-with-keys.test.ts", "test/tasks/watch/watch.test.ts"];

interface Bench {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly runs?: number;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  invariants: {
    words: [...hardhat, "test", "solidity", "test/contracts/invariants/Invariants.t.sol"],
    env: { INVARIANT_RUNS: "2048" },
  },
  kills: {
    words: [...hardhat, "test", "mocha", ...KILLS, "--grep", "kills at random points"],
    env: { KILLS: "50" },
  },
  settlement: {
    words: ["--run", "test:frontend", "--", SETTLEMENT],
    env: { SETTLEMENT_RUNS, SETTLEMENT_SEED },
  },
  dialogs: { words: [...playwright, "guards/growth", "--trace=off"], env: { CYCLES: "200" } },
  browser: { words: playwright, runs: Number(BENCH_RUNS) },
};

const bench = BENCHES[process.argv[2] ?? ""];
if (bench === undefined) throw new Error(`There are: ${Object.keys(BENCHES).join(", ")}`);
const { words, env = {}, runs = 1 } = bench;
for (let run = 1; run <= runs && !process.exitCode; run += 1) {
  console.log(`Run ${run} of ${runs}`, env);
  // CI makes Playwright refuse `test.only`.
  const options = { stdio: "inherit", env: { ...process.env, CI: "true", ...env } } as const;
  process.exitCode = spawnSync(process.execPath, words, options).status ?? 1;
}
