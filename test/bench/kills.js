/** Kills deployments, imports, payouts and watches fifty times; `npm test` kills a few. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const hardhat = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
const files = ["test/tasks/hostile/kills-with-keys.test.ts", "test/tasks/watch/kills.test.ts"];
const { status } = spawnSync(
  process.execPath,
  [hardhat, "test", "mocha", ...files, "--grep", "kills at random points"],
  { stdio: "inherit", env: { ...process.env, KILLS: "50" } },
);
process.exitCode = status ?? 1;
