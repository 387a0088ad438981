import type { TestResult } from "../results/test-results.ts";
import { CONTRACT_FAULTS } from "./contracts.ts";
import { INVARIANT_FAULTS } from "./invariants.ts";
import { PAGE_FAULTS } from "./page.ts";
import { INVARIANTS, type SeededFault } from "./seeded-fault.ts";
import { TASK_FAULTS } from "./tasks.ts";

export const FAULTS: Readonly<Record<string, readonly SeededFault[]>> = {
  page: PAGE_FAULTS,
  tasks: TASK_FAULTS,
  contracts: CONTRACT_FAULTS,
  invariants: INVARIANT_FAULTS,
};

/**
 * @param ran whether the run included this fault's tests @returns faults whose test did not pass
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
