import { readFile } from "node:fs/promises";
import { grouped, parseAddress, shortList } from "../cli/amounts.ts";
import { oneLine, TaskError } from "../cli/task.ts";
import { quotedInput } from "../cli/visible-text.ts";
import { canonicalCode } from "../sale/affiliate-code.ts";
import { type CsvRow, parseCsv } from "../sale/csv.ts";

export interface AffiliateContacts {
  readonly columns: readonly string[];
  /**
   * Cells by code and column. This is a Map because `__proto__` and `constructor` are valid codes.
   */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Limits far above any partner list. */
const MOST_BYTES = 4_000_000;
const MOST_COLUMNS = 50;
const LONGEST_CELL = 500;
const LONGEST_NAME = 60;

const OWN_COLUMNS = [
  "active",
  "purchases",
  "tickets",
  "paid_wei",
  "commission_wei",
  "first_sale",
  "last_sale",
];

export async function readAffiliateFile(file: string): Promise<AffiliateContacts> {
  let rows: CsvRow[];
  try {
    const bytes = await readFile(file);
    if (bytes.length > MOST_BYTES) {
      throw new TaskError(
        `too large: ${grouped(bytes.length)} bytes, more than ${grouped(MOST_BYTES)}`,
      );
    }
    rows = parseCsv(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new TaskError(`There is no file ${file}`);
    if (error instanceof TaskError) throw new TaskError(`${file}, ${message}. Nothing was sent.`);
    if (error instanceof TypeError)
      throw new TaskError(`${file} is not UTF-8 text. Save it as CSV (UTF-8).`);
    throw new TaskError(`Can't read ${file}: ${message}`);
  }

  const [header, ...records] = rows;
  if (header?.cells[0]?.toLowerCase() !== "code") {
    throw new TaskError(
      `${file} has no header. Its first line must name the columns, and the first column must be code. Nothing was sent.`,
    );
  }
  if (records.length === 0) throw new TaskError(`${file} has a header and no rows`);

  const columns = header.cells.slice(1);
  const named = columns.filter((name) => name !== "");
  const wrong = columnProblem(named);
  if (wrong !== null) {
    throw new TaskError(`${file}, line ${header.line}: ${wrong}. Nothing was sent.`);
  }
  const seen = new Map<string, number>();
  const contacts = new Map<string, ReadonlyMap<string, string>>();
  const problems: string[] = [];
  for (const { line, cells } of records) {
    const [text = "", ...values] = cells;
    const code = canonicalCode(text);
    const earlier = code === null ? undefined : seen.get(code);
    const wrongCell = values.map(cellProblem).find((problem) => problem !== null) ?? undefined;
    if (code === null) problems.push(`line ${line}: not a code: ${quotedInput(text)}`);
    else if (earlier !== undefined) {
      problems.push(`line ${line}: ${code} is already in line ${earlier}`);
    } else if (values.length > columns.length) {
      problems.push(`line ${line}: ${cells.length} cells under ${header.cells.length} columns`);
    } else if (columns.some((name, i) => name === "" && (values[i] ?? "") !== "")) {
      problems.push(`line ${line}: a cell under a column without a name`);
    } else if (wrongCell !== undefined) {
      problems.push(`line ${line}: ${wrongCell}`);
    } else {
      seen.set(code, line);
      contacts.set(code, new Map(named.map((name) => [name, values[columns.indexOf(name)] ?? ""])));
    }
  }
  if (problems.length > 0) {
    throw new TaskError(
      `${file}, ${shortList(problems)}. A code is 3 to 32 letters, digits, _ or -. Nothing was sent.`,
    );
  }
  return { columns: named, rows: contacts };
}

export const PAYEE = "payee";

export function addressColumns({ columns, rows }: AffiliateContacts): readonly string[] {
  return columns.filter((name) =>
    [...rows.values()].some((row) => /^\s*0x[0-9a-f]{30,}\s*$/i.test(row.get(name) ?? "")),
  );
}

export function payeesIn(file: string, contacts: AffiliateContacts): ReadonlyMap<string, string> {
  const payees = new Map<string, string>();
  const problems: string[] = [];
  for (const column of new Set([PAYEE, ...addressColumns(contacts)])) {
    for (const [code, row] of contacts.rows) {
      const cell = row.get(column)?.trim() ?? "";
      if (cell === "" || (column !== PAYEE && !/^0x/i.test(cell))) continue;
      try {
        const address = parseAddress(`the ${column} of ${code}`, cell);
        if (column === PAYEE) payees.set(code, address);
      } catch (error) {
        problems.push(oneLine(error));
      }
    }
  }
  if (problems.length === 0) return payees;
  throw new TaskError(`${file}: ${shortList(problems)}. Nothing was sent.`);
}

function columnProblem(names: readonly string[]): string | null {
  if (names.length > MOST_COLUMNS) return `${names.length} columns, more than ${MOST_COLUMNS}`;
  const long = names.find((name) => name.length > LONGEST_NAME || /[\r\n]/.test(name));
  if (long !== undefined) {
    return `a column's name has a line end or more than ${LONGEST_NAME} characters: ${quotedInput(long)}`;
  }
  const taken = new Map(["code", ...OWN_COLUMNS].map((name) => [name, name]));
  for (const name of names) {
    const key = name.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
    const other = taken.get(key.toLowerCase());
    if (other !== undefined && OWN_COLUMNS.includes(other)) {
      return `a column called ${quotedInput(name)}, which the reports already have`;
    }
    if (other === name) return `two columns called ${name}`;
    if (other !== undefined) {
      return `two columns called ${quotedInput(other)} and ${quotedInput(name)}, which are too similar`;
    }
    taken.set(key.toLowerCase(), name);
  }
  return null;
}

function cellProblem(cell: string): string | null {
  if (
    cell
      .split(/\r\n|\n|\r/)
      .slice(1)
      .some(startsRow)
  ) {
    return `a cell with line breaks, perhaps after an unclosed quote: ${quotedInput(cell)}`;
  }
  if (cell.length > LONGEST_CELL) {
    return `a cell of ${grouped(cell.length)} characters, more than ${LONGEST_CELL}`;
  }
  return null;
}

/** Whether the line starts with a code. A line inside a quoted cell rarely does. */
function startsRow(line: string): boolean {
  const [code = "", ...others] = line.replaceAll('"', "").split(/[,;\t]/);
  return others.length > 0 && canonicalCode(code.trim()) !== null;
}
