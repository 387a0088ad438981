import { spawnSync } from "node:child_process";
import path from "node:path";

const BENCHES: readonly {
  readonly title: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}[] = [
  { title: "Gas", args: ["run", "test/bench/gas.ts"] },
  {
    title: "Invariants: 2048 sequences of 500, over a million calls",
    args: ["test", "solidity", "test/contracts/invariants/Invariants.t.sol"],
    env: { INVARIANT_RUNS: "2048" },
  },
];

const hardhat = path.resolve(import.meta.dirname, "../../node_modules/hardhat/dist/src/cli.js");
for (const { title, args, env = {} } of BENCHES) {
  console.log(`\n── ${title}`);
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [hardhat, "--no-typechain", ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  console.log(`${title}: ${Math.round((performance.now() - start) / 1000)} s`);
  if (status !== 0) process.exitCode = 1;
}
