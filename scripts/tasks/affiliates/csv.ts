import { TaskError } from "../shared/task-action.ts";

export interface CsvRow {
  /** Where it starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV as spreadsheets write it: quotes (doubled inside), line ends of any system, a byte order mark, commas,
 * semicolons or tabs. Blank lines and lines that start with # are left out.
 */
export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let line = 1;
  let at = 0;

  while (at < source.length) {
    const start = line;
    const rest = /^[^\r\n]*/.exec(source.slice(at, at + 4096))?.[0] ?? "";
    if (rest.trim() === "" || rest.startsWith("#")) {
      at = endOfLine(source, at);
      line += 1;
      continue;
    }
    const cells: string[] = [];
    for (;;) {
      const cell = readCell(source, at, separator, start);
      cells.push(cell.text);
      line += cell.lines;
      at = cell.end;
      if (source[at] !== separator) break;
      at += 1;
    }
    at = endOfLine(source, at);
    line += 1;
    rows.push({ line: start, cells });
  }
  return rows;
}

function separatorOf(source: string): string {
  const header = source.split(/\r?\n/).find((line) => line.trim() !== "" && !line.startsWith("#"));
  const unquoted = header?.replaceAll(/"[^"]*"/g, "");
  return [",", ";", "\t"].find((candidate) => unquoted?.includes(candidate)) ?? ",";
}

function readCell(source: string, from: number, separator: string, line: number) {
  let at = from;
  while (source[at] === " ") at += 1;
  if (source[at] !== '"') {
    let end = at;
    while (end < source.length && source[end] !== separator && !/[\r\n]/.test(source[end] ?? "")) {
      end += 1;
    }
    return { text: source.slice(at, end).trim(), end, lines: 0 };
  }
  let text = "";
  for (at += 1; ; at += 1) {
    const char = source[at];
    if (char === undefined) throw new TaskError(`line ${line}: a quote is never closed`);
    if (char !== '"') text += char;
    else if (source[at + 1] === '"') {
      text += '"';
      at += 1;
    } else break;
  }
  at += 1;
  while (source[at] === " ") at += 1;
  if (at < source.length && source[at] !== separator && !/[\r\n]/.test(source[at] ?? "")) {
    throw new TaskError(`line ${line}: text follows a closing quote`);
  }
  return { text: text.trim(), end: at, lines: text.split(/\r\n|\r|\n/).length - 1 };
}

function endOfLine(source: string, from: number): number {
  const found = /\r\n|\r|\n/g;
  found.lastIndex = from;
  const match = found.exec(source);
  return match === null ? source.length : match.index + match[0].length;
}

/** @returns the cells as a line of CSV, quoted where they have to be */
export function csvLine(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}
