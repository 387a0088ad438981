import { spawnSync } from "node:child_process";

/** Runs eighty times as many random histories of a purchase as `npm test`. */

const RUNS = process.env.SETTLEMENT_RUNS ?? "20000";
const SEED = process.env.SETTLEMENT_SEED ?? String(Date.now() % 2 ** 31);

const started = performance.now();
const { status } = spawnSync(
  "npm",
  ["run", "test:frontend", "--", "src/mint/purchases/settlement-model.test.ts"],
  {
    stdio: "inherit",
    env: { ...process.env, SETTLEMENT_RUNS: RUNS, SETTLEMENT_SEED: SEED },
    shell: process.platform === "win32",
  },
);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${RUNS} histories of seed ${SEED} in ${seconds} s: ${status === 0 ? "no wrong outcome" : "see above"}`,
);
process.exitCode = status ?? 1;
