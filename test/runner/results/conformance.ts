import type { Part } from "./last-run.ts";
import { type NamedTest, rowsIn } from "./named-tests.ts";
import type { TestResult, TestRun } from "./test-results.ts";

const STATUSES = ["shown", "not shown", "deviation"] as const;
export type Status = (typeof STATUSES)[number];

export interface Row {
  readonly id: string;
  readonly statement: string;
  readonly by: string;
  readonly holder: string | null;
  /** Other ways to check the row. The note gives a reason for each. */
  readonly others: readonly string[];
  readonly status: Status;
  readonly note: string | null;
}

export interface ConformanceDocument {
  readonly rows: readonly Row[];
  readonly problems: readonly string[];
}

export interface ShownBy {
  readonly file: string | null;
  readonly title: string;
  /** `not run` also means that no run is recorded. */
  readonly result: TestResult["status"] | "not run";
}

const TABLE_LINE = /^\|(.*)\|\s*$/;
const HEADER = "id | statement | by | held by | status";
const NO_HOLDER = "none";
const OTHER = /^- `([^`]+)` too: \S/gm;
const CELL_BORDER = /(?<!\\)\|/;
const ID = /^[A-Z]-\d{2}$/;
const NOTE = /^### (.*)\n([\s\S]*?)(?=^##|(?![\s\S]))/gm;

export function readConformance(text: string): ConformanceDocument {
  const problems: string[] = [];
  const notes = new Map<string, string>();
  for (const [, id = "", body = ""] of text.matchAll(NOTE)) {
    if (notes.has(id)) problems.push(`${id} has two notes`);
    if (body.trim() === "") problems.push(`The note on ${id} is empty`);
    notes.set(id, body.trim());
  }

  const rows: Row[] = [];
  for (const line of text.split("\n")) {
    const inner = TABLE_LINE.exec(line)?.[1];
    if (inner === undefined || /^[-|: ]+$/.test(inner) || inner.trim() === HEADER) continue;
    const [id = "", statement = "", by = "", held = "", status = "", ...rest] = inner
      .split(CELL_BORDER)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    if ([statement, by, held].includes("") || !ID.test(id) || rest.length > 0) {
      problems.push(`Not a row (${HEADER}): ${line}`);
    } else if (!isStatus(status)) {
      problems.push(`${id} has the status "${status}"; there are: ${STATUSES.join(", ")}`);
    } else {
      const note = notes.get(id) ?? null;
      const holder = held === NO_HOLDER ? null : held.replaceAll("`", "");
      const others = [...(note ?? "").matchAll(OTHER)].map(([, file = ""]) => file);
      rows.push({ id, statement, by, holder, others, status, note });
    }
  }

  const ids = rows.map(({ id }) => id);
  for (const id of new Set(ids)) {
    if (ids.filter((other) => other === id).length > 1) problems.push(`${id} is duplicated`);
    const before = previous(id);
    if (before !== null && !ids.includes(before)) {
      problems.push(`${id} is there, and ${before} is not`);
    }
  }
  for (const id of notes.keys()) {
    if (!ids.includes(id)) problems.push(`The note on ${id} has no row`);
  }
  for (const { id, status, note } of rows) {
    if (status === "deviation" && note === null) {
      problems.push(`${id} is a deviation without a note "### ${id}"`);
    }
  }
  if (rows.length === 0) problems.push("There are no rows");
  return { rows, problems };
}

export function testsByRow(
  rows: readonly Row[],
  written: readonly NamedTest[],
  results: readonly TestResult[],
): ReadonlyMap<string, readonly ShownBy[]> {
  const ran = results.map((result) => ({ result, rows: rowsOf(result, written) }));
  return new Map(
    rows.map(({ id }) => [
      id,
      [
        ...ran
          .filter((test) => test.rows.includes(id))
          .map(({ result }): ShownBy => {
            const { title, status } = result;
            return { file: result.file, title, result: status };
          }),
        ...written
          .filter((test) => test.rows.includes(id))
          .filter((test) => !ran.some(({ result }) => isOf(result, test)))
          .map(({ file, title }): ShownBy => ({ file, title, result: "not run" })),
      ],
    ]),
  );
}

function partOf({ holder }: Row): Part {
  return holder?.startsWith("frontend/kit/") ? "kit" : "product";
}

function holderProblems(
  { id, holder, others, status }: Row,
  written: readonly NamedTest[],
): string[] {
  const naming = new Set(written.filter(({ rows }) => rows.includes(id)).map(({ file }) => file));
  const given = holder === null ? [] : [holder, ...others];
  const undeclared = [...naming].filter((file) => !given.includes(file));
  return [
    ...given
      .filter((file) => !naming.has(file))
      .map((file) => `${id}: no test in ${file} names it`),
    ...undeclared.map((file) => `${id} is named in ${file}, which is not its holder`),
    ...(holder === null && status !== "not shown" ? [`${id} is ${status}, but has no holder`] : []),
  ];
}

/** @param run one part's results, to compare with its rows; `null` checks only the source files */
export function conformanceProblems(
  { rows, problems }: ConformanceDocument,
  written: readonly NamedTest[],
  part: Part,
  run: TestRun | null,
): string[] {
  const found = [...problems];
  const ids = new Set(rows.map(({ id }) => id));
  for (const { file, title, rows: named } of written) {
    for (const id of named) if (!ids.has(id)) found.push(`No row ${id}: ${file}, "${title}"`);
  }

  const tests = testsByRow(rows, written, run?.results ?? []);
  for (const row of rows) {
    const { id, status, holder } = row;
    if (partOf(row) !== part) continue;
    found.push(...holderProblems(row, written));
    const own = tests.get(id) ?? [];
    if (status === "shown" && run !== null) {
      if (!own.some(({ file, result }) => file === holder && result === "passed")) {
        found.push(`${id} is marked shown, but no test of its holder passed`);
      }
      for (const { title, result } of own) {
        if (result === "failed" || result === "skipped") {
          found.push(`${id} is marked shown, but a test of it was ${result}: "${title}"`);
        }
      }
    }
  }
  return found;
}

export function conformanceFigures(rows: readonly Row[]): string {
  const count = (status: Status) => rows.filter((row) => row.status === status).length;
  const deviations = count("deviation");
  return (
    `${count("shown")} shown, ${count("not shown")} not shown, ` +
    `${deviations} deviation${deviations === 1 ? "" : "s"}`
  );
}

/** A Solidity test names its rows in the comment above it. */
function rowsOf(result: TestResult, written: readonly NamedTest[]): string[] {
  if (!result.file?.endsWith(".sol")) return rowsIn(result.title);
  return written.filter((test) => isOf(result, test)).flatMap(({ rows }) => rows);
}

/** Whether this test, or one inside this group, has the result. */
function isOf({ file, title }: TestResult, written: NamedTest): boolean {
  if (file !== null && file !== written.file) return false;
  if (written.file.endsWith(".sol"))
    return title.split(" ").at(-1)?.split("(")[0] === written.title;
  // A placeholder, `${…}` or `%s` or `$name`, matches any text.
  const parts = written.title.split(/\$\{[^}]*\}|%[sdifjoO#%]|\$[\w.]+|\\./);
  let at = 0;
  return parts.every((part) => {
    const found = title.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}

function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text);
}

function previous(id: string): string | null {
  const number = Number(id.slice(2));
  return number <= 1 ? null : `${id.slice(0, 2)}${String(number - 1).padStart(2, "0")}`;
}
