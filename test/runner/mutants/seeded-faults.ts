import path from "node:path";
import type { TestResult } from "../results/test-results.ts";
import { FAULTS as CONTRACT_FAULTS } from "./contract-faults.ts";
import { FAULTS as INVARIANT_FAULTS } from "./faults.ts";
import type { Fault } from "./make-faults.ts";
import { FAULTS as PAGE_FAULTS } from "./page-faults.ts";
import type { TestedFault } from "./red-tests.ts";
import { FAULTS as SCRIPT_FAULTS } from "./script-faults.ts";

/** The kit's are named from `frontend/src`, too. */
const inPage = (file: string) => path.posix.join("frontend/src", file);

/** Faults that one test was written against. Making them takes hours, so `npm test` checks only that they can be made. */
const TESTED_FAULTS: readonly TestedFault[] = [
  ...PAGE_FAULTS.map((fault) => ({
    ...fault,
    file: inPage(fault.file),
    test: inPage(fault.test),
  })),
  ...SCRIPT_FAULTS,
  ...CONTRACT_FAULTS,
];

export const SEEDED_FAULTS: readonly Fault[] = [...TESTED_FAULTS, ...INVARIANT_FAULTS];

/**
 * @param results of a run of all tests
 * @param ran whether that run has the tests of this file
 * @returns the faults whose test has not passed there, so that it could not notice them
 */
export function untestedFaults(
  results: readonly TestResult[],
  ran: (file: string) => boolean,
): readonly string[] {
  const titles = new Map<string, string[]>();
  for (const { file, title, status } of results) {
    if (status === "passed" && file !== null)
      titles.set(file, [...(titles.get(file) ?? []), title]);
  }
  return TESTED_FAULTS.filter(
    ({ test, red }) => ran(test) && !titles.get(test)?.some((title) => title.includes(red)),
  ).map(({ what, test, red }) => `${what}: no test passed in ${test} with the title: ${red}`);
}
