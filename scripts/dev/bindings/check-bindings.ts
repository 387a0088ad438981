import path from "node:path";
import { changedSources } from "./source-digests.ts";

/**
 * Checks that the bindings match the contracts, without compiling, because outdated bindings would
 * not test an edited contract.
 */
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, "../../.."));
const [first, ...more] = changedSources(root);
if (first !== undefined) {
  const which = more.length === 0 ? first : `${first} and ${more.length} more`;
  console.error(
    `The bindings in typechain-types/ don't match ${which}. Run: npm run hardhat -- build --force`,
  );
  process.exitCode = 1;
}
