import { CsvError, parse } from "csv-parse/sync";
import { TaskError } from "../cli/task.ts";

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is never closed",
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: "text follows a closing quote",
};

/**
 * Reads CSV of any spreadsheet: any line end, a byte order mark, commas, semicolons or tabs. Skips
 * blank lines and comments (#).
 */
export function parseCsv(text: string): CsvRow[] {
  const whole = text.replace(/^\uFEFF/, "");
  // Excel's separator line.
  const [named, separated] = /^sep=([,;\t])[ \t]*(?=[\r\n])/i.exec(whole) ?? [""];
  const source = whole.slice(named.length);
  const separator = separated ?? separatorOf(source);
  const lineAfter = lineCounter(source);
  const rows: CsvRow[] = [];
  let end = 0;
  try {
    parse(source, {
      delimiter: separator,
      record_delimiter: ["\r\n", "\n", "\r"],
      comment: "#",
      comment_no_infix: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: separator === "\t",
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record(cells: readonly string[], { bytes }) {
        rows.push({ line: lineAfter(end), cells: cells.map((cell) => cell.trim()) });
        end = bytes;
        return null;
      },
    });
  } catch (error) {
    const problem = error instanceof CsvError ? PROBLEMS[error.code] : undefined;
    if (problem === undefined) throw error;
    throw new TaskError(`line ${lineAfter(end)}: ${problem}`);
  }
  return rows;
}

function separatorOf(source: string): string {
  const header = source.split(/\r?\n/).find((line) => line.trim() !== "" && !/^\s*#/.test(line));
  const unquoted = header?.replaceAll(/"[^"]*"/g, "");
  return [",", ";", "\t"].find((candidate) => unquoted?.includes(candidate)) ?? ",";
}

/**
 * Counts lines, because the parser counts a CR LF inside quotes twice. Call it with increasing
 * offsets.
 * @returns the line of the row after `end` bytes
 */
function lineCounter(source: string): (end: number) => number {
  // One byte per character, because the parser counts bytes.
  const bytes = Buffer.from(source).toString("latin1");
  const skipped = /(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*/y;
  let line = 1;
  let at = 0;
  return (end) => {
    skipped.lastIndex = end;
    skipped.test(bytes);
    line += bytes.slice(at, skipped.lastIndex).match(/\r\n|\r|\n/g)?.length ?? 0;
    at = skipped.lastIndex;
    return line;
  };
}
