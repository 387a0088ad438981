import { type Part, partOfFile } from "./last-run.ts";
import type { TestResult } from "./test-results.ts";

const STATUSES = ["shown", "not shown", "deviation"] as const;
type Status = (typeof STATUSES)[number];

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

/** The results of the tests whose title names the row. */
export function testsOf({ id }: Row, results: readonly TestResult[]): TestResult[] {
  return results.filter(({ title }) => rowsIn(title).includes(id));
}

/** Compares the rows with the results of one part's run. */
export function conformanceProblems(
  { rows, problems }: ConformanceDocument,
  part: Part,
  results: readonly TestResult[],
): string[] {
  const found = new Set(problems);
  const holders = new Map(rows.map(({ id, holder, others }) => [id, [holder, ...others]]));
  for (const { file, title } of results) {
    for (const id of rowsIn(title)) {
      const given = holders.get(id);
      if (given === undefined) found.add(`No row ${id}: ${file}, "${title}"`);
      else if (!given.includes(file)) found.add(`${id} is named in ${file}, not its holder`);
    }
  }

  for (const row of rows) {
    const { id, status, holder, others } = row;
    const own = testsOf(row, results);
    for (const file of [holder, ...others]) {
      if (file === null || partOfFile(file) !== part) continue;
      if (!own.some((test) => test.file === file)) found.add(`${id}: no test in ${file} names it`);
    }
    if (holder === null && status !== "not shown")
      found.add(`${id} is ${status}, but has no holder`);
    if (status !== "shown" || holder === null || partOfFile(holder) !== part) continue;
    if (!own.some(({ file, status: ended }) => file === holder && ended === "passed")) {
      found.add(`${id} is marked shown, but no test of its holder passed`);
    }
    for (const { title, status: ended } of own) {
      if (ended !== "passed") {
        found.add(`${id} is marked shown, but a test of it was ${ended}: "${title}"`);
      }
    }
  }
  return [...found];
}

export function conformanceFigures(rows: readonly Row[]): string {
  const count = (status: Status) => rows.filter((row) => row.status === status).length;
  const deviations = count("deviation");
  return (
    `${count("shown")} shown, ${count("not shown")} not shown, ` +
    `${deviations} deviation${deviations === 1 ? "" : "s"}`
  );
}

function rowsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]-\d{2})\]/g)].map(([, id = ""]) => id);
}

function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text);
}

function previous(id: string): string | null {
  const number = Number(id.slice(2));
  return number <= 1 ? null : `${id.slice(0, 2)}${String(number - 1).padStart(2, "0")}`;
}
