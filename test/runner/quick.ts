import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { readLastRun } from "./results/last-run.ts";
import { choose, touchedTests } from "./touched-tests.ts";

/** `npm run test:quick`: durations come from this folder's last `npm test`. */
const HELP = `Runs the tests that the uncommitted changes touch; if there are none, those of the last commit.

  npm run test:quick                   compared with HEAD, or with HEAD~1 if nothing has changed
  npm run test:quick -- --since main   compared with another commit`;

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Milliseconds per runner, by durations of `npm test`. The compiler takes the rest of a minute. */
const BUDGET_MS = 70_000;
const UNKNOWN_MS = 5_000;
/** Milliseconds per file, for its own process or page. */
const START_MS = 1_000;

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
for (const { file, milliseconds = 0 } of [
  ...(readLastRun(ROOT, "product")?.results ?? []),
  ...(readLastRun(ROOT, "kit")?.results ?? []),
]) {
  if (file !== null) took.set(file, (took.get(file) ?? 0) + milliseconds);
}

const cost = (file: string) => (took.get(file) ?? UNKNOWN_MS) + START_MS;

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

const touched = [...touchedTests(ROOT, changed)];
const isKits = (file: string) => file.startsWith("frontend/kit/");
const isPages = (file: string) => /^(frontend|test\/frontend)\//.test(file) && !isKits(file);
const choiceOf = (tests: typeof touched) => choose(new Map(tests), cost, BUDGET_MS);
const hardhat = choiceOf(touched.filter(([file]) => !isPages(file) && !isKits(file)));
const page = choiceOf(touched.filter(([file]) => isPages(file)));
const kit = choiceOf(touched.filter(([file]) => isKits(file)));
const inFolder = (folder: string, files: readonly string[]) =>
  files.map((file) => path.posix.relative(folder, file));

const codes = await Promise.all([
  hardhat.chosen.length > 0 ? run("test:files", "--", ...hardhat.chosen) : 0,
  page.chosen.length > 0 ? run("test:frontend", "--", ...inFolder("frontend", page.chosen)) : 0,
  kit.chosen.length > 0 ? run("test:kit:unit", "--", ...inFolder("frontend/kit", kit.chosen)) : 0,
]);

const choices = [hardhat, page, kit];
const browser = changed.filter((file) => /^test\/(e2e|engines)\//.test(file));
const left = [...choices.flatMap((choice) => choice.left), ...browser];
console.log(`\n${choices.flatMap(({ chosen }) => chosen).length} test files were run.`);
if (left.length > 0) console.log(`Left to npm test: ${left.join(", ")}`);
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
