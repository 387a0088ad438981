/** Kills deployments, imports, payouts and watches fifty times; `npm test` kills a few. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const hardhat = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
const files = [
  "deploy/deploy",
  "affiliates/affiliates",
  "hostile/kills-with-keys",
  "watch/kills",
].map((name) => `test/tasks/${name}.test.ts`);
const { status } = spawnSync(
  process.execPath,
  [hardhat, "test", "mocha", ...files, "--grep", "kills at random points"],
  { stdio: "inherit", env: { ...process.env, KILLS: "50" } },
);
process.exitCode = status ?? 1;
