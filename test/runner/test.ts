import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { conformanceFigures, conformanceProblems, readConformance } from "./results/conformance.ts";
import { saveLastRun } from "./results/last-run.ts";
import { findNamedTests } from "./results/named-tests.ts";
import {
  hardhatResults,
  playwrightResults,
  type TestResult,
  type TestRun,
  vitestResults,
} from "./results/test-results.ts";

/**
 * `npm test`: every suite, cheapest first, all of them even when one fails, then whether docs/conformance.md agrees with
 * what they showed, and at the end one line that sums it up. On CI a skipped test is a failed run.
 */

const ROOT = path.resolve(import.meta.dirname, "../..");

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Suite {
  readonly title: string;
  /** The npm script that runs it by itself. */
  readonly script: string;
  /** What makes it write its results to `file`, for runners that can. */
  readonly report?: (file: string) => {
    args?: readonly string[];
    env?: Readonly<Record<string, string>>;
  };
  /** @param output what was printed, @param readReport the written results */
  read(output: string, readReport: () => unknown): TestResult[];
}

const suites: readonly Suite[] = [
  { title: "Contracts", script: "test:contracts", read: hardhatResults },
  {
    title: "Page and local node",
    script: "test:frontend",
    report: (file) => ({
      args: ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    }),
    read: (_, readReport) => vitestResults(readReport(), ROOT),
  },
  { title: "Scripts", script: "test:scripts", read: hardhatResults },
  {
    title: "Browser",
    script: "test:e2e",
    report: (file) => ({
      args: ["--reporter=list,json"],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
    read: (_, readReport) => playwrightResults(readReport(), ROOT),
  },
];

async function runSuite(
  suite: Suite,
  folder: string,
): Promise<{ results: readonly TestResult[]; counts: Counts }> {
  const file = path.join(folder, `${suite.script.replace(":", "-")}.json`);
  const { args = [], env = {} } = suite.report?.(file) ?? {};
  console.log(`\n── ${suite.title} (npm run ${suite.script})\n`);
  const { code, output } = await runScript(suite.script, args, env);

  let results: readonly TestResult[] = [];
  try {
    results = suite.read(stripColours(output), () => JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    console.error(`${suite.title}: no results (${(error as Error).message})`);
  }
  const counts = {
    passed: results.filter(({ status }) => status === "passed").length,
    failed: results.filter(({ status }) => status === "failed").length,
    skipped: results.filter(({ status }) => status === "skipped").length,
  };
  // A runner that broke down, or that found nothing to run, is a failure of its own.
  const ranNothing = counts.passed + counts.failed === 0;
  if ((code !== 0 && counts.failed === 0) || ranNothing) {
    console.error(`${suite.title}: ${ranNothing ? "no test ran" : "failed outside of a test"}`);
    return { results, counts: { ...counts, failed: counts.failed + 1 } };
  }
  return { results, counts };
}

function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

function stripColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is
  return text.replaceAll(/\u001b\[[0-9;]*m/g, "");
}

/** @returns the exit code */
export async function test(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), "test-results-"));
  const ended: { title: string; counts: Counts; seconds: number }[] = [];
  const results: TestResult[] = [];
  for (const suite of suites) {
    const start = performance.now();
    const ran = await runSuite(suite, folder);
    results.push(...ran.results);
    ended.push({
      title: suite.title,
      counts: ran.counts,
      seconds: Math.round((performance.now() - start) / 1000),
    });
  }
  rmSync(folder, { recursive: true });

  console.log();
  for (const { title, counts, seconds } of ended) {
    console.log(
      `${title.padEnd(22)}${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`,
    );
  }
  const conforms = checkConformance({ endedAt: new Date().toISOString(), results });
  const total = (key: keyof Counts) => ended.reduce((sum, { counts }) => sum + counts[key], 0);
  const skipped = total("skipped");
  const refused = skipped > 0 && process.env.CI !== undefined;
  if (refused) console.error(`${skipped} skipped: on CI every test has to run`);
  console.log(
    `${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
  return total("failed") > 0 || refused || !conforms ? 1 : 0;
}

function checkConformance(run: TestRun): boolean {
  saveLastRun(ROOT, run);
  const page = readConformance(readFileSync(path.join(ROOT, "docs/conformance.md"), "utf8"));
  const problems = conformanceProblems(page, findNamedTests(ROOT), run);
  console.log(`${"Conformance".padEnd(22)}${conformanceFigures(page.rows)} (npm run conformance)`);
  for (const problem of problems) console.error(`docs/conformance.md: ${problem}`);
  return problems.length === 0;
}
