import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";
import { saidOfFailure, type TestResult } from "./test-results.ts";

interface SolidityRun {
  readonly suiteResults: readonly {
    readonly id: { readonly source: string; readonly name: string };
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly reason?: string | undefined;
    }[];
  }[];
}

const STATUS: Readonly<Record<string, TestResult["status"]>> = {
  Success: "passed",
  Failure: "failed",
  Skipped: "skipped",
};

export function solidityResults(run: unknown): TestResult[] {
  return (run as SolidityRun).suiteResults.flatMap(({ id: { source, name }, testResults }) => {
    const file = source.replace(/^project\//, "");
    return testResults.map((test) => {
      const status = STATUS[test.status];
      if (status === undefined) throw new Error(`${test.name} ended as ${test.status}`);
      const said = test.reason === undefined ? [] : [test.reason];
      return { file, title: `${file}:${name} ${test.name}`, status, ...saidOfFailure(said) };
    });
  });
}

/** A failed hook counts as a failed test. */
export function mochaReporter(
  root: string,
  ended: (results: readonly TestResult[]) => void,
): Mocha.ReporterConstructor {
  const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } =
    Mocha.Runner.constants;
  return class extends Mocha.reporters.Spec {
    constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
      super(runner, options);
      const results: TestResult[] = [];
      const note = (status: TestResult["status"]) => (test: Mocha.Runnable, error?: unknown) => {
        const file = test.file ?? test.parent?.file;
        results.push({
          file: file === undefined ? null : path.relative(root, file).split(path.sep).join("/"),
          title: test.titlePath().join(" "),
          status,
          milliseconds: test.duration ?? 0,
          ...saidOfFailure(error === undefined ? [] : [String(error)]),
        });
      };
      runner.on(EVENT_TEST_PASS, note("passed"));
      runner.on(EVENT_TEST_FAIL, note("failed"));
      runner.on(EVENT_TEST_PENDING, note("skipped"));
      runner.once(EVENT_RUN_END, () => ended(results));
    }
  };
}

export function writeResults(file: string | undefined, results: readonly TestResult[]): void {
  if (file === undefined) return;
  const before: TestResult[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, JSON.stringify([...before, ...results]));
}
