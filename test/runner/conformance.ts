import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { oneLine, TaskError } from "../../scripts/tasks/cli/task.ts";
import {
  conformanceFigures,
  conformanceProblems,
  readConformance,
  testsOf,
} from "./results/conformance.ts";
import { PARTS, type Part, readLastRun } from "./results/last-run.ts";
import type { TestResult } from "./results/test-results.ts";

const HELP = `Prints each row of docs/conformance.md with the tests that name it and how they ended in the last npm test, or, for rows K,
in the last npm run test:kit.

  npm run conformance                    all rows
  npm run conformance -- W-03 K          those rows, or those with that prefix
  npm run --silent conformance -- --json one JSON document

Exits with 1 if the page and the tests disagree, which fails npm test too.`;

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMMANDS: Readonly<Record<Part, string>> = { product: "npm test", kit: "npm run test:kit" };
const SIGNS: Readonly<Record<TestResult["status"], string>> = {
  passed: "✔",
  failed: "✖",
  skipped: "-",
};

function conformance(): number {
  const { values, positionals } = commandLine();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const document = readConformance(readFileSync(path.join(ROOT, "docs/conformance.md"), "utf8"));
  const runs = PARTS.map((part) => ({ part, run: readLastRun(ROOT, part) }));
  const problems = [
    ...new Set([
      ...document.problems,
      ...runs.flatMap(({ part, run }) =>
        run === null ? [] : conformanceProblems(document, part, run.results),
      ),
    ]),
  ];
  const results = runs.flatMap(({ run }) => run?.results ?? []);

  const wanted = positionals.map((word) => word.toUpperCase());
  const rows = document.rows.filter(
    ({ id }) => wanted.length === 0 || wanted.some((word) => id.startsWith(word)),
  );
  if (rows.length === 0 && wanted.length > 0) throw new TaskError(`No row is ${wanted.join(", ")}`);

  if (values.json) {
    const all = rows.map((row) => ({ ...row, tests: testsOf(row, results) }));
    const lastRun = Object.fromEntries(runs.map(({ part, run }) => [part, run?.endedAt ?? null]));
    console.log(JSON.stringify({ lastRun, rows: all, problems }, null, 2));
    return problems.length > 0 ? 1 : 0;
  }
  for (const row of rows) {
    const { id, status, statement, note } = row;
    console.log(`\n${id}  ${status.toUpperCase()}  ${statement}`);
    for (const test of testsOf(row, results)) {
      console.log(`      ${SIGNS[test.status]} ${test.title}  (${test.file})`);
    }
    if (note !== null) console.log(`      ${note.replaceAll("\n", "\n      ")}`);
  }
  const when = runs
    .map(({ part, run }) =>
      run === null
        ? `there are no results of ${COMMANDS[part]} yet`
        : `${COMMANDS[part]} of ${run.endedAt}`,
    )
    .join(", ");
  console.log(
    `\n${Object.entries(SIGNS)
      .map(([status, sign]) => `${sign} ${status}`)
      .join("  ")}  (${when})`,
  );
  console.log(`${rows.length} rows: ${conformanceFigures(rows)}`);
  for (const problem of problems) console.error(`Error: ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

function commandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new TaskError((error as Error).message);
  }
}

try {
  process.exitCode = conformance();
} catch (error) {
  console.error(`Error: ${oneLine(error)}`);
  process.exitCode = 1;
}
