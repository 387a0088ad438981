import { execFileSync, spawn } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readLastRun } from "./results/last-run.ts";

/**
 * `npm run test:quick`: the tests that a change touches, for the inner loop. What would not fit into the time is named and
 * left to `npm test`. How long a test file takes is known from the last `npm test` in this folder.
 */
const HELP = `Runs the tests that the uncommitted changes touch; if there are none, those of the last commit.

  npm run test:quick                   compared with HEAD, or with HEAD~1 if nothing has changed
  npm run test:quick -- --since main   compared with another commit`;

const ROOT = path.resolve(import.meta.dirname, "../..");
/**
 * For each of two runners, in the time that files took in `npm test`, where three suites share two cores: by themselves they
 * take less than half of it. The compiler needs the rest of 90 seconds.
 */
const BUDGET_MS = 120_000;
/** Until `npm test` has run here. */
const UNKNOWN_MS = 5_000;
/** A process or a page of its own, for each file. */
const START_MS = 1_000;

/** Which tests a changed file touches, beside itself; the page's are found by what imports what. */
const TOUCHES: readonly (readonly [changed: RegExp, tests: string])[] = [
  [/^contracts\/|^test\/contracts\/|^collection\.ts$/, "test/contracts/**/*.test.ts"],
  [/^scripts\/tasks\/(\w+)\//, "test/tasks/$1/*.test.ts"],
  [/^scripts\/tasks\/(shared|record)\//, "test/tasks/*/*.test.ts"],
  [/^test\/tasks\/support\//, "test/tasks/*/*.test.ts"],
  [/^scripts\/dev\/|^collection\.ts$/, "test/dev/*.test.ts"],
  [/^test\/runner\/|^biome\.jsonc$|^docs\/conformance\.md$/, "test/runner/*.test.ts"],
  [/^(collection|networks|hardhat\.config)\.ts$/, "test/tasks/*/*.test.ts"],
  [/^(networks|hardhat\.config)\.ts$|^docs\/networks\.md$/, "test/runner/networks.test.ts"],
  [/^(collection|networks)\.ts$|^docs\/erc7730\//, "test/dev/descriptor.test.ts"],
];
const PAGE =
  /^(frontend|test\/(frontend|doubles|support)|typechain-types)\/|^(collection|networks)\.ts$/;

const { values } = parseArgs({ options: { since: { type: "string" }, help: { type: "boolean" } } });
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
const changedSince = (commit: string) => [
  ...git("diff", "--name-only", commit),
  ...git("ls-files", "--others", "--exclude-standard"),
];

let since = values.since ?? "HEAD";
let changed = changedSince(since);
if (changed.length === 0 && values.since === undefined) {
  since = "HEAD~1";
  changed = changedSince(since);
}
console.log(`${changed.length} files have changed since ${since}.`);

const took = new Map<string, number>();
for (const { file, milliseconds = 0 } of readLastRun(ROOT)?.results ?? []) {
  if (file !== null) took.set(file, (took.get(file) ?? 0) + milliseconds);
}

/** The quickest first, as many as fit. */
function choose(files: readonly string[]): { chosen: string[]; left: string[] } {
  let sum = 0;
  const cost = (file: string) => (took.get(file) ?? UNKNOWN_MS) + START_MS;
  const chosen = files
    .toSorted((a, b) => cost(a) - cost(b))
    .filter((file) => {
      sum += cost(file);
      return sum <= BUDGET_MS;
    });
  return { chosen, left: files.filter((file) => !chosen.includes(file)) };
}

function run(...words: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", ...words], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Vitest knows which of the page's tests import what has changed. */
function pageTests(): string[] {
  if (!changed.some((file) => PAGE.test(file))) return [];
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  return execFileSync(
    process.execPath,
    [vitest, "list", "--filesOnly", "--project", "unit*", "--changed", since],
    { cwd: path.join(ROOT, "frontend"), encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  )
    .split("\n")
    .map((line) => line.replace(/^\[unit[\w-]*\] /, "").trim())
    .filter((line) => /\.test\.tsx?$/.test(line))
    .map((file) => path.posix.join("frontend", file));
}

const touched = new Set(changed.filter((file) => /^test\/.*\.test\.ts$/.test(file)));
for (const file of changed) {
  for (const [pattern, tests] of TOUCHES) {
    const match = pattern.exec(file);
    if (match === null) continue;
    for (const test of globSync(tests.replace("$1", match[1] ?? ""), { cwd: ROOT })) {
      touched.add(test.split(path.sep).join("/"));
    }
  }
}
const hardhat = choose([...touched].filter((file) => !file.startsWith("test/frontend/")));
const page = choose(pageTests());

const codes = await Promise.all([
  hardhat.chosen.length > 0 ? run("test:files", "--", ...hardhat.chosen) : 0,
  page.chosen.length > 0
    ? run(
        "test:frontend",
        "--",
        ...page.chosen.map((file) => path.posix.relative("frontend", file)),
      )
    : 0,
]);

const left = [...hardhat.left, ...page.left];
const others = changed.filter((file) => /^test\/e2e\/|\.t\.sol$|^test\/frontend\//.test(file));
console.log(`\n${hardhat.chosen.length + page.chosen.length} test files were run.`);
if (left.length + others.length > 0) {
  console.log(`Left to npm test: ${[...left, ...others].join(", ")}`);
}
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
