import path from "node:path";

/** How one test ended. */
export interface TestResult {
  /** Relative to the repository; `null` where the runner doesn't say it. */
  readonly file: string | null;
  /** With the titles of all that is around it. */
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  /** How long it ran, where the runner says it. */
  readonly milliseconds?: number;
}

/** What the last `npm test` leaves for whoever asks later. */
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

/** @param root of the repository: the report has absolute paths */
export function vitestResults(report: unknown, root: string): TestResult[] {
  return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      file: slashed(path.relative(root, name)),
      title: fullName,
      // Its other words are ways of not being run: skipped, pending, todo, disabled.
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

/** A test that passed at its second try only has failed. */
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
