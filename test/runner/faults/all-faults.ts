import type { TestResult } from "../results/test-results.ts";
import { INVARIANTS, readFaults, type SeededFault } from "./seeded-fault.ts";

const KINDS = ["page", "tasks", "contracts", "invariants"];
export const FAULTS: Readonly<Record<string, readonly SeededFault[]>> = Object.fromEntries(
  KINDS.map((kind) => [kind, readFaults(kind)]),
);

/**
 * @param ran whether the run included this file of tests
 * @returns a sentence for each fault whose test did not pass
 */
export function untestedFaults(
  results: readonly TestResult[],
  ran: (file: string) => boolean,
): readonly string[] {
  const passed = results.filter(({ status }) => status === "passed");
  return Object.values(FAULTS)
    .flat()
    .filter(({ test }) => test !== INVARIANTS && ran(test))
    .filter(
      ({ test, red }) => !passed.some(({ file, title }) => file === test && title.includes(red)),
    )
    .map(({ what, test, red }) => `${what}: no test passed in ${test} with the title: ${red}`);
}
