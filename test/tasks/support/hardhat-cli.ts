import { fileURLToPath } from "node:url";

/** The file that `npx hardhat` runs. */
export const HARDHAT = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
