/** Fifty kills of a deployment and fifty of an import, where `npm test` has five of each. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const hardhat = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
const files = ["test/scripts/deploy.test.ts", "test/scripts/affiliates.test.ts"];
const { status } = spawnSync(
  process.execPath,
  [hardhat, "test", "mocha", ...files, "--grep", "kills at random points"],
  { stdio: "inherit", env: { ...process.env, KILLS: "50" } },
);
process.exitCode = status ?? 1;
