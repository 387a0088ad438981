import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { deploymentDirectory } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";
import { shortList } from "../shared/amounts.ts";
import { DamagedFile, isObject, lineOf, parseJson } from "../shared/json-text.ts";
import { TaskError } from "../shared/task-action.ts";
import { canonicalCode } from "./affiliate-code.ts";
import { type CsvRow, parseCsv } from "./csv.ts";

/** What is known of a code beside the chain: the further columns of the file that it came from. */
export interface AffiliateContacts {
  readonly columns: readonly string[];
  /** By code, then by column: maps, since `__proto__` and `constructor` are codes like any other. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Reads a CSV of affiliates. Any bad row is an error that names its line: nothing of the file is used then. */
export async function readAffiliateFile(file: string): Promise<AffiliateContacts> {
  let rows: CsvRow[];
  try {
    rows = parseCsv(new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file)));
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
      `${file} has no header: its first line names the columns, and the first of them is code. Nothing was sent.`,
    );
  }
  if (records.length === 0) throw new TaskError(`${file} has a header and no affiliate`);

  const columns = header.cells.slice(1);
  const named = columns.filter((name) => name !== "");
  const twice = named.find((name, i) => name === "code" || named.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new TaskError(`${file} has two columns called ${twice}. Nothing was sent.`);
  }
  const seen = new Map<string, number>();
  const contacts = new Map<string, ReadonlyMap<string, string>>();
  const problems: string[] = [];
  for (const { line, cells } of records) {
    const [text = "", ...values] = cells;
    const code = canonicalCode(text);
    const earlier = code === null ? undefined : seen.get(code);
    if (code === null) problems.push(`line ${line}: not a code: ${JSON.stringify(text)}`);
    else if (earlier !== undefined) {
      problems.push(`line ${line}: ${code} stands in line ${earlier} already`);
    } else if (values.length > columns.length) {
      problems.push(`line ${line}: ${cells.length} cells under ${header.cells.length} columns`);
    } else if (columns.some((name, i) => name === "" && (values[i] ?? "") !== "")) {
      problems.push(`line ${line}: a cell under a column without a name`);
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

function contactsFile(sale: Sale): string {
  return path.join(deploymentDirectory(sale.root, sale.network), "affiliates", "contacts.json");
}

export async function readContacts(sale: Sale): Promise<AffiliateContacts> {
  let text: string;
  try {
    text = await readFile(contactsFile(sale), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { columns: [], rows: new Map() };
    throw error;
  }
  const { columns, rows } = contactsIn(sale, text);
  const contacts = Object.entries(rows).map(
    ([code, row]) => [code, new Map(Object.entries(row))] as const,
  );
  return { columns, rows: new Map(contacts) };
}

interface WrittenContacts {
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** @throws a `DamagedFile` for what `mergeContacts` does not write */
function contactsIn(sale: Sale, text: string): WrittenContacts {
  const file = {
    name: path.relative(sale.root, contactsFile(sale)),
    remedy:
      "Move it away, and import the CSV with the contacts again: " +
      `npm run hardhat -- affiliates import FILE --network ${sale.network}`,
  };
  const found = parseJson(file, text);
  const damaged = (at: readonly string[], what: string) =>
    new DamagedFile(file, lineOf(text, at), what);
  if (!isObject(found)) throw damaged([], "it is no object");
  const { columns, rows } = found;
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    throw damaged(["columns"], "columns is no list of names");
  }
  if (!isObject(rows)) throw damaged(["rows"], "rows is no object of codes");
  for (const [code, row] of Object.entries(rows)) {
    if (canonicalCode(code) !== code) throw damaged(["rows", code], `${code} is not a code`);
    if (!isObject(row)) throw damaged(["rows", code], `${code} has no object of columns`);
    const cell = Object.keys(row).find((name) => typeof row[name] !== "string");
    if (cell !== undefined) throw damaged(["rows", code, cell], `${cell} of ${code} is no text`);
  }
  return { columns, rows } as WrittenContacts;
}

/**
 * Adds to what is known: a file says what stands in its own columns, and says nothing of the others. Git ignores the
 * folder, since these may be people's names.
 */
export async function mergeContacts(sale: Sale, added: AffiliateContacts): Promise<void> {
  if (added.columns.length === 0) return;
  const known = await readContacts(sale);
  const rows = new Map(known.rows);
  for (const [code, row] of added.rows) {
    rows.set(code, new Map([...(known.rows.get(code) ?? []), ...row]));
  }
  const merged = {
    columns: [...new Set([...known.columns, ...added.columns])],
    rows: Object.fromEntries([...rows].map(([code, row]) => [code, Object.fromEntries(row)])),
  };
  const file = contactsFile(sale);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(merged, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
