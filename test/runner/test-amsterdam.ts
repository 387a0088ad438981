import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";

/** `npm run test:amsterdam`: omits tests that no hardfork affects, and tests that set their own. */
const LEFT_OUT = ["typechain.test.ts", "art.test.ts"];

const root = path.resolve(import.meta.dirname, "../..");
const files = globSync("test/contracts/**/*.test.ts", { cwd: root }).filter(
  (file) => !LEFT_OUT.includes(path.basename(file)),
);
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, "node_modules/hardhat/dist/src/cli.js"),
    ...["test", "mocha", "--no-typechain", ...files],
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, HARDFORK: "amsterdam" } },
);
process.exitCode = status ?? 1;
