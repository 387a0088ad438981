import path from "node:path";

/** How one test ended. */
export interface TestResult {
  /** Relative to the repository; `null` if the runner doesn't report it. */
  readonly file: string | null;
  /** With the titles of its groups. */
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  /** Its duration, if the runner reports it. */
  readonly milliseconds?: number;
}

/** The stored results of the last `npm test`. */
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
    }[];
  }[];
}

/** @param root the repository's: the report has absolute paths */
export function vitestResults(report: unknown, root: string): TestResult[] {
  return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      file: slashed(path.relative(root, name)),
      title: fullName,
      // Its other statuses mean that it was not run: skipped, pending, todo, disabled.
      status: status === "passed" || status === "failed" ? status : "skipped",
      milliseconds: duration ?? 0,
    })),
  );
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  /** One for each file. */
  readonly suites: readonly PlaywrightSuite[];
}

/** A test that passes only on a retry counts as failed. */
export function playwrightResults(report: unknown, root: string): TestResult[] {
  const { config, suites } = report as PlaywrightReport;
  const read = (suite: PlaywrightSuite, around: readonly string[]): TestResult[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status }) => ({
        file: slashed(path.relative(root, path.resolve(config.rootDir, file))),
        title: [...around, title].join(" "),
        status:
          status === "expected"
            ? ("passed" as const)
            : status === "skipped"
              ? ("skipped" as const)
              : ("failed" as const),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...around, inner.title])),
  ];
  return suites.flatMap((suite) => read(suite, []));
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
