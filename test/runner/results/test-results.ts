import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface TestResult {
  /** A path relative to the repository; `null` if the runner reports none. */
  readonly file: string | null;
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly milliseconds?: number;
  readonly failure?: string;
}

export interface TestRun {
  /** ISO 8601. */
  readonly endedAt: string;
  readonly results: readonly TestResult[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** @param root the repository's root, because the report has absolute paths */
export function vitestResults(report: unknown, root: string): TestResult[] {
  return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      file: slashed(path.relative(root, name)),
      title: fullName,
      // Skipped, pending, todo or disabled tests did not run.
      status: status === "passed" || status === "failed" ? status : "skipped",
      milliseconds: duration ?? 0,
      ...saidOfFailure(failureMessages),
    })),
  );
}

interface PlaywrightAttempt {
  readonly errors?: readonly { readonly message?: string }[];
  readonly stdout?: readonly { readonly text?: string }[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results?: readonly PlaywrightAttempt[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

function saidOfAttempt({ errors = [], stdout = [] }: PlaywrightAttempt): string[] {
  if (errors.length === 0) return [];
  return [
    ...errors.map(({ message = "" }) => message),
    ...stdout.map(({ text = "" }) => text.trimEnd()),
  ];
}

/** A test that passes only on a retry counts as failed. */
export function playwrightResults(report: unknown, root: string): TestResult[] {
  const { config, suites } = report as PlaywrightReport;
  const read = (suite: PlaywrightSuite, around: readonly string[]): TestResult[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status, results = [] }) => ({
        file: slashed(path.relative(root, path.resolve(config.rootDir, file))),
        title: [...around, title].join(" "),
        status:
          status === "expected"
            ? ("passed" as const)
            : status === "skipped"
              ? ("skipped" as const)
              : ("failed" as const),
        ...saidOfFailure(results.flatMap(saidOfAttempt)),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...around, inner.title])),
  ];
  return suites.flatMap((suite) => read(suite, []));
}

/** @param messages with terminal colours @returns an empty object without messages */
export function saidOfFailure(messages: readonly string[] = []): Pick<TestResult, "failure"> {
  if (messages.length === 0) return {};
  return { failure: stripVTControlCharacters(messages.join("\n")) };
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
