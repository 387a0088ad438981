import path from "node:path";

/** How one test ended. */
export interface TestResult {
  /** Relative to the repository; `null` where the runner doesn't say it. */
  readonly file: string | null;
  /** With the titles of all that is around it. */
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
}

/** What the last `npm test` leaves for whoever asks later. */
export interface TestRun {
  /** ISO 8601. */
  readonly endedAt: string;
  readonly results: readonly TestResult[];
}

const BEGIN = /^Running (?:Mocha|Solidity) tests$/;
const FIGURES = /^ *\d+ passing\b/;
/** What Hardhat's runners print of a test: a tick (another one on Windows), the number of its failure, or a dash. */
const TEST = /^( +)(?:([✔√])|(\d+\))|-) (.*)$/;
const SUITE = /^( +)(\S.*)$/;
const SOLIDITY_SUITE = /^(\S+\.sol):\w+$/;
/** A duration, or how often a property was tried. */
const MEASURE = / \((?:\d+m?s|runs: [^()]*)\)$/;

/**
 * Hardhat's runners write no report, so what they print is read: suites and tests, indented by two for each level.
 * @throws when the figures below don't agree with it
 */
export function hardhatResults(output: string): TestResult[] {
  const results: TestResult[] = [];
  let suites: string[] = [];
  let inside = false;
  for (const line of output.split(/\r?\n/)) {
    if (BEGIN.test(line)) {
      inside = true;
      suites = [];
    } else if (FIGURES.test(line)) {
      inside = false;
    }
    if (!inside) continue;

    const [, indent = "", passed, failed, title = ""] = TEST.exec(line) ?? [];
    if (indent !== "") {
      const around = suites.slice(0, indent.length / 2 - 1);
      results.push({
        file: around.map((suite) => SOLIDITY_SUITE.exec(suite)?.[1]).find(Boolean) ?? null,
        title: [...around, title.replace(MEASURE, "")].join(" "),
        status: passed ? "passed" : failed ? "failed" : "skipped",
      });
      continue;
    }
    const [, depth = "", suite = ""] = SUITE.exec(line) ?? [];
    if (depth !== "") suites = [...suites.slice(0, depth.length / 2 - 1), suite];
  }

  for (const [status, words] of [
    ["passed", ["passing"]],
    ["failed", ["failing"]],
    ["skipped", ["skipped", "pending"]],
  ] as const) {
    const printed = words.reduce((sum, word) => sum + figure(output, word), 0);
    const read = results.filter((result) => result.status === status).length;
    if (printed !== read)
      throw new Error(`${printed} ${words[0]} by its own count, and ${read} read`);
  }
  return results;
}

/** Each runner prints its own figure, and several also a line that sums them up: "277 passing (17 solidity, 260 mocha)". */
function figure(output: string, word: string): number {
  const found = [...output.matchAll(new RegExp(`^ *(\\d+) ${word}(?: \\((.*)\\))?$`, "gm"))];
  const sums = found.filter(([, , detail]) => /solidity|mocha/.test(detail ?? ""));
  return (sums.length > 0 ? sums : found).reduce((total, [, count]) => total + Number(count), 0);
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** @param root of the repository: the report has absolute paths */
export function vitestResults(report: unknown, root: string): TestResult[] {
  return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: slashed(path.relative(root, name)),
      title: fullName,
      // Its other words are ways of not being run: skipped, pending, todo, disabled.
      status: status === "passed" || status === "failed" ? status : "skipped",
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
