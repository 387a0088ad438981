import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { type TestResult, vitestResults } from "../results/test-results.ts";
import { INVARIANTS, type SeededFault } from "./seeded-fault.ts";

export function redTests(copy: string, faults: readonly SeededFault[]): readonly string[] {
  const inKit = faults.filter(({ test }) => test.startsWith("frontend/kit/"));
  const inPage = faults.filter(({ test }) => /^frontend\/(?!kit\/)/.test(test));
  const invariants = faults.filter(({ test }) => test === INVARIANTS);
  const tasks = faults.filter(({ test }) => test.startsWith("test/tasks/"));
  const others = faults.filter((each) => ![inKit, inPage, invariants, tasks].flat().includes(each));
  return [
    ...(inKit.length > 0 ? redByVitest(copy, "frontend/kit", [], inKit) : []),
    ...(inPage.length > 0 ? redByVitest(copy, "frontend", ["--project", "unit*"], inPage) : []),
    ...(invariants.length > 0 ? brokenInvariants(copy) : []),
    // A task's test compiles its own project.
    ...(tasks.length > 0 ? redByMocha(copy, tasks, ["--no-compile"]) : []),
    ...(others.length > 0 ? redByMocha(copy, others, []) : []),
  ];
}

const filesOf = (faults: readonly SeededFault[]) => [...new Set(faults.map(({ test }) => test))];

function redByVitest(
  copy: string,
  folder: string,
  options: readonly string[],
  faults: readonly SeededFault[],
): string[] {
  const report = path.join(copy, "report.json");
  const words = [
    path.join(copy, "node_modules/vitest/vitest.mjs"),
    "run",
    ...options,
    ...["--reporter", "json", "--outputFile", report],
    ...filesOf(faults).map((file) => path.relative(folder, file)),
  ];
  const results = run(path.join(copy, folder), words, report);
  return failed(faults, vitestResults(JSON.parse(results), copy));
}

function redByMocha(
  copy: string,
  faults: readonly SeededFault[],
  options: readonly string[],
): string[] {
  const report = path.join(copy, "report.json");
  const titles = [...new Set(faults.map(({ red }) => red.replaceAll(/[^\w ]/g, "\\$&")))];
  const words = [
    ...["test/runner/hardhat.ts", ...options, "--report", report],
    ...["--grep", `(${titles.join("|")})`, ...filesOf(faults)],
  ];
  return failed(faults, JSON.parse(run(copy, words, report)));
}

/**
 * @throws an Error unless each fault's test ran, because in a copy that can't start every test
 * fails
 */
function failed(faults: readonly SeededFault[], results: readonly TestResult[]): string[] {
  const ran = results.filter(({ status }) => status !== "skipped");
  const absent = faults.filter(({ red }) => !ran.some(({ title }) => title.includes(red)));
  if (absent.length > 0) {
    const failures = ran.flatMap(({ title, failure }) => (failure ? `${title}:\n${failure}` : []));
    throw new Error(["Did not run:", ...absent.map(({ red }) => red), ...failures].join("\n"));
  }
  return ran.filter(({ status }) => status === "failed").map(({ title }) => title);
}

function brokenInvariants(copy: string): string[] {
  const hardhat = path.join(copy, "node_modules/hardhat/dist/src/cli.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [hardhat, "--no-typechain", "test", "solidity", INVARIANTS],
    { cwd: copy, encoding: "utf8", env: { ...process.env, INVARIANT_RUNS: "32", NO_COLOR: "1" } },
  );
  return status === 0 ? [] : [stdout + stderr];
}

function run(cwd: string, words: readonly string[], report: string): string {
  rmSync(report, { force: true });
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", env });
  if (!existsSync(report)) throw new Error(`Could not be run:\n${stdout}${stderr}`);
  return readFileSync(report, "utf8");
}
