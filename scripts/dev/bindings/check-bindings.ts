import path from "node:path";
import { changedSources } from "./source-digests.ts";

/**
 * Before tests that deploy the contracts by their bindings: refuses if these are not of the contracts as they are, since
 * such a run would show nothing of what was edited. It compiles nothing: `test/contracts/papers/typechain.test.ts` does.
 */
const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, "../../.."));
const [first, ...more] = changedSources(root);
if (first !== undefined) {
  const which = more.length === 0 ? first : `${first} and ${more.length} more`;
  console.error(
    `The bindings in typechain-types/ are not of ${which} as it is now. Run: npm run hardhat -- build --force`,
  );
  process.exitCode = 1;
}
