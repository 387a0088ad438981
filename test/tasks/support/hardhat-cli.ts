import { fileURLToPath } from "node:url";

export const HARDHAT = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
