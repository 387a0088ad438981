import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { untestedFaults } from "./faults/all-faults.ts";
import { conformanceFigures, conformanceProblems, readConformance } from "./results/conformance.ts";
import { type Part, partOfFile, saveLastRun } from "./results/last-run.ts";
import {
  playwrightResults,
  type TestResult,
  type TestRun,
  vitestResults,
} from "./results/test-results.ts";

/**
 * `npm test`, and `npm run test:kit` for AppKit: runs every suite, even after a failure. Then
 * compares docs/conformance.md with the results. On CI, a skipped test fails the run.
 */

const ROOT = path.resolve(import.meta.dirname, "../..");

interface Suite {
  readonly title: string;
  readonly script: string;
  /** Options that make the runner write its results to `file`. Suites may share the `folder`. */
  report(
    file: string,
    folder: string,
  ): {
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  read(written: unknown): TestResult[];
  readonly solidityTests?: true;
}

const hardhat = (title: string, script: string): Suite => ({
  title,
  script,
  report: (file, claims) => ({ args: ["--no-compile", "--claims", claims, "--report", file] }),
  read: (written) => written as TestResult[],
});

const browser = (title: string, script: string): Suite => ({
  title,
  script,
  report: (file) => ({
    args: ["--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  }),
  read: (written) => playwrightResults(written, ROOT),
});

const units = (title: string, script: string): Suite => ({
  title,
  script,
  report: (file) => ({
    args: ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
  }),
  read: (written) => vitestResults(written, ROOT),
});

const SUITES: Readonly<Record<Part, readonly Suite[]>> = {
  product: [
    browser("Browser", "test:e2e"),
    units("Page", "test:frontend"),
    { ...hardhat("Contracts", "test:contracts"), solidityTests: true },
    hardhat("Tools", "test:tools"),
    // The longest suites start first. These four come last: each takes the next file from one
    // list, so they keep both cores busy until the end.
    ...[1, 2, 3, 4].map((each) => hardhat(`Tasks ${each}`, "test:tasks")),
  ],
  kit: [browser("Kit browser", "test:kit:e2e"), units("Kit", "test:kit:unit")],
};

/**
 * Settings of the simulated chain's allocator. It uses no huge pages, because clearing one costs
 * more than most calls. It returns free memory after five seconds instead of 10 ms, because the
 * next call needs it again.
 */
const CHAINS_ALLOCATOR = { MIMALLOC_ALLOW_THP: "0", MIMALLOC_PURGE_DELAY: "5000" };

/** All processes share Node's compile cache, because the tests start many. */
function compiledOnce(folder: string): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(folder, "compiled") };
}

/** Number of suites that run at once: more than cores, because a suite waits half of its time. */
const LANES = availableParallelism() + 2;
const WIDTH = Math.max(
  ...Object.values(SUITES).flatMap((suites) => suites.map(({ title }) => title.length)),
);

interface Ended {
  readonly suite: Suite;
  readonly results: readonly TestResult[];
  readonly seconds: number;
  readonly problem: string | null;
}

async function runSuite(
  suite: Suite,
  folder: string,
  solidityTests: Promise<number | null>,
): Promise<Ended> {
  const start = performance.now();
  const end = (results: readonly TestResult[], problem: string | null): Ended => {
    const seconds = Math.round((performance.now() - start) / 1000);
    say(suite.title, `${countsText(results)} (${seconds} s)`);
    return { suite, results, seconds, problem };
  };
  if (suite.solidityTests && (await solidityTests) !== 0) {
    return end([], "the Solidity tests do not compile");
  }

  const file = path.join(folder, `${suite.title.replaceAll(/\W/g, "-")}.json`);
  const { args, env = {} } = suite.report(file, folder);
  say(suite.title, `npm run ${suite.script}`);
  const code = await runScript(suite.title, suite.script, args, {
    ...compiledOnce(folder),
    ...env,
  });

  let results: readonly TestResult[];
  try {
    results = suite.read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return end([], `no results (${(error as Error).message})`);
  }
  if (count(results, "passed") + count(results, "failed") === 0) return end(results, "no test ran");
  if (code !== 0 && count(results, "failed") === 0) {
    return end(results, "failed outside of a test");
  }
  return end(results, null);
}

async function runScript(
  title: string,
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  // npm would need five times the processor time to start the script.
  const child = spawn(process.execPath, ["--run", script, "--", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...CHAINS_ALLOCATOR, ...process.env, ...env },
  });
  const passOn = (output: Readable, print: (line: string) => void) =>
    createInterface({ input: output }).on("line", (line) => print(prefixed(title, line)));
  passOn(child.stdout, (line) => console.log(line));
  passOn(child.stderr, (line) => console.error(line));
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
}

function prefixed(title: string, line: string): string {
  return `${title.padEnd(WIDTH)} │ ${line}`;
}

function say(title: string, text: string): void {
  console.log(prefixed(title, `── ${text}`));
}

function build(...flags: readonly string[]): Promise<number | null> {
  return runScript("Compile", "hardhat", ["build", "--no-typechain", ...flags], {});
}

async function runAll(
  suites: readonly Suite[],
  folder: string,
  solidityTests: Promise<number | null>,
): Promise<Ended[]> {
  const ended: Ended[] = [];
  const waiting = [...suites];
  const lane = async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      ended.push(await runSuite(suite, folder, solidityTests));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return suites.flatMap((suite) => ended.filter((one) => one.suite === suite));
}

function count(results: readonly TestResult[], status: TestResult["status"]): number {
  return results.filter((result) => result.status === status).length;
}

function countsText(results: readonly TestResult[]): string {
  const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map((status) =>
    count(results, status),
  );
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const FAILURE_LINES = 25;

function shortened(failure: string): string {
  const lines = failure.trim().split("\n");
  const shown = lines.slice(0, FAILURE_LINES);
  if (shown.length < lines.length) shown.push(`(${lines.length - shown.length} more lines above)`);
  return shown.map((line) => `  ${line}`).join("\n");
}

export async function test([part = "product"]: readonly Part[]): Promise<number> {
  const suites = SUITES[part];
  // Builds first, because the suites would all compile in the same folder.
  if ((await build("--no-tests")) !== 0) {
    console.error("The contracts do not compile: no test was run.");
    return 1;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "test-results-"));
  const solidityTests = suites.some((suite) => suite.solidityTests)
    ? build("--no-contracts")
    : Promise.resolve(0);
  const ended = await runAll(suites, folder, solidityTests);
  // Retries, because a test's process may still write into the folder.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

  console.log();
  const results = ended.flatMap((one) => one.results);
  for (const { suite, results: own } of ended) {
    for (const { file, title, status, failure } of own) {
      if (status !== "failed") continue;
      console.error(`Failed: ${suite.title}: ${title}${file === null ? "" : ` (${file})`}`);
      // Prints the failures again, because other suites' output separates them.
      if (failure !== undefined) console.error(`${shortened(failure)}\n`);
    }
  }
  for (const { suite, results: own, seconds, problem } of ended) {
    console.log(`${suite.title.padEnd(13)}${countsText(own)} (${seconds} s)`);
    if (problem !== null) console.error(`${suite.title}: ${problem}`);
  }
  const conforms = checkConformance(part, { endedAt: new Date().toISOString(), results });
  const untested = untestedFaults(results, (file) => partOfFile(file) === part);
  for (const problem of untested) console.error(`Seeded fault: ${problem}`);
  const skipped = count(results, "skipped");
  const refused = skipped > 0 && process.env.CI !== undefined;
  if (refused) console.error(`${skipped} skipped: on CI every test has to run`);
  const failed = count(results, "failed") + ended.filter(({ problem }) => problem !== null).length;
  console.log(
    `${count(results, "passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
  return failed > 0 || refused || !conforms || untested.length > 0 ? 1 : 0;
}

function checkConformance(part: Part, run: TestRun): boolean {
  saveLastRun(ROOT, part, run);
  const page = readConformance(readFileSync(path.join(ROOT, "docs/conformance.md"), "utf8"));
  const problems = conformanceProblems(page, part, run.results);
  console.log(`${"Conformance".padEnd(13)}${conformanceFigures(page.rows)} (npm run conformance)`);
  for (const problem of problems) console.error(`docs/conformance.md: ${problem}`);
  return problems.length === 0;
}
