import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * `npm test`: every suite, cheapest first, all of them even when one fails, and at the end one line that sums them up.
 * On CI a skipped test is a failed run.
 */

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
  count(output: string, readReport: () => unknown): Counts;
}

const suites: readonly Suite[] = [
  { title: "Contracts", script: "test:contracts", count: countHardhat },
  {
    title: "Page and local node",
    script: "test:frontend",
    report: (file) => ({
      args: ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    }),
    count: (_, readReport) => countVitest(readReport()),
  },
  { title: "Scripts", script: "test:scripts", count: countHardhat },
  {
    title: "Browser",
    script: "test:e2e",
    report: (file) => ({
      args: ["--reporter=list,json"],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    }),
    count: (_, readReport) => countPlaywright(readReport()),
  },
];

/**
 * Hardhat's runners print their figures: each for itself, and when there are several also a line that sums them up, as
 * "277 passing (17 solidity, 260 mocha)". A pending test is a skipped one.
 */
function countHardhat(output: string): Counts {
  const lines = (word: string) =>
    [...output.matchAll(new RegExp(`^ *(\\d+) ${word}(?: \\((.*)\\))?$`, "gm"))].map(
      ([, count, detail]) => ({
        count: Number(count),
        sumsUp: /solidity|mocha/.test(detail ?? ""),
      }),
    );
  const figure = (word: string) => {
    const found = lines(word);
    const sums = found.filter(({ sumsUp }) => sumsUp);
    return (sums.length > 0 ? sums : found).reduce((total, { count }) => total + count, 0);
  };
  return {
    passed: figure("passing"),
    failed: figure("failing"),
    skipped: figure("skipped") + figure("pending"),
  };
}

function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as Record<
    string,
    number
  >;
  return {
    passed: numPassedTests ?? 0,
    failed: numFailedTests ?? 0,
    skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0),
  };
}

function countPlaywright(report: unknown): Counts {
  const { expected, unexpected, flaky, skipped } = (report as { stats: Record<string, number> })
    .stats;
  return {
    passed: expected ?? 0,
    failed: (unexpected ?? 0) + (flaky ?? 0),
    skipped: skipped ?? 0,
  };
}

async function runSuite(suite: Suite, folder: string): Promise<Counts> {
  const file = path.join(folder, `${suite.script.replace(":", "-")}.json`);
  const { args = [], env = {} } = suite.report?.(file) ?? {};
  console.log(`\n── ${suite.title} (npm run ${suite.script})\n`);
  const { code, output } = await runScript(suite.script, args, env);

  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = suite.count(stripColours(output), () => JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    console.error(`${suite.title}: no results (${(error as Error).message})`);
  }
  // A runner that broke down, or that found nothing to run, is a failure of its own.
  const ranNothing = counts.passed + counts.failed === 0;
  if ((code !== 0 && counts.failed === 0) || ranNothing) {
    console.error(`${suite.title}: ${ranNothing ? "no test ran" : "failed outside of a test"}`);
    counts = { ...counts, failed: counts.failed + 1 };
  }
  return counts;
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
  const results: { title: string; counts: Counts; seconds: number }[] = [];
  for (const suite of suites) {
    const start = performance.now();
    const counts = await runSuite(suite, folder);
    results.push({
      title: suite.title,
      counts,
      seconds: Math.round((performance.now() - start) / 1000),
    });
  }
  rmSync(folder, { recursive: true });

  console.log();
  for (const { title, counts, seconds } of results) {
    console.log(
      `${title.padEnd(22)}${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`,
    );
  }
  const total = (key: keyof Counts) => results.reduce((sum, { counts }) => sum + counts[key], 0);
  const skipped = total("skipped");
  const refused = skipped > 0 && process.env.CI !== undefined;
  if (refused) console.error(`${skipped} skipped: on CI every test has to run`);
  console.log(
    `${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
  return total("failed") > 0 || refused ? 1 : 0;
}
