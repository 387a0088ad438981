import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestResult } from "../results/test-results.ts";
import type { Fault } from "./make-faults.ts";

/** A fault that one test was written against. */
export interface TestedFault extends Fault {
  /** From the root. */
  readonly test: string;
  /** The test there that has to go red. */
  readonly red: string;
}

/** @returns the titles of these faults' tests that are red in the copy; throws unless each of them ran */
export function redTests(
  copy: string,
  faults: readonly TestedFault[],
  options: readonly string[] = [],
): string[] {
  const report = path.join(copy, "report.json");
  rmSync(report, { force: true });
  const titles = [...new Set(faults.map(({ red }) => red))];
  const files = [...new Set(faults.map(({ test }) => test))];
  const pattern = titles.map((title) => title.replaceAll(/[^\w ]/g, "\\$&")).join("|");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["test/runner/hardhat.ts", ...options, "--report", report],
      ...["--grep", `(${pattern})$`, ...files],
    ],
    { cwd: copy, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  if (!existsSync(report)) throw new Error(`Could not be run:\n${stdout}${stderr}`);
  const results: TestResult[] = JSON.parse(readFileSync(report, "utf8"));
  // A copy that can't even start would make every test red.
  const absent = titles.filter((title) => !results.some((result) => result.title.endsWith(title)));
  if (absent.length > 0) {
    throw new Error(`Did not run:\n  ${absent.join("\n  ")}\n${stdout}${stderr}`);
  }
  return results.filter(({ status }) => status === "failed").map(({ title }) => title);
}
