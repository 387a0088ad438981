import { TaskError } from "./task.ts";

/** docs/reference/machine-output.md lists every field. */
export interface ListFormat {
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
}

export function assertOneFormat({ json = false, csv = false }: ListFormat): void {
  if (json && csv) throw new TaskError("Use --csv or --json, not both");
}

type WeiFields<T> = {
  readonly [K in keyof T as K extends string ? (bigint extends T[K] ? `${K}Wei` : K) : never]:
    | Exclude<T[K], bigint>
    | (bigint extends T[K] ? string : never);
};

/** `paid` becomes `paidWei`, a decimal string. */
export function weiFields<T extends object>(fields: T): WeiFields<T> {
  const entries = Object.entries(fields).map(([name, value]) =>
    typeof value === "bigint" ? [`${name}Wei`, String(value)] : [name, value],
  );
  return Object.fromEntries(entries);
}

type Field = string | number | bigint | boolean | null | readonly unknown[];

interface List<Row extends Readonly<Record<string, unknown>>> {
  readonly rows: readonly Row[];
  readonly fields: readonly string[];
  readonly document?: unknown;
  text(): string;
}

export function printList<Row extends Readonly<Record<string, unknown>>>(
  { json, csv }: ListFormat,
  { rows, fields, document = rows, text }: List<Row>,
): void {
  if (json) console.log(jsonOf(document));
  else if (csv) console.log(csvRows(rows, fields).map(csvLine).join("\n"));
  else console.log(text());
}

function jsonOf(document: unknown): string {
  const amount = (_: string, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value;
  return JSON.stringify(document, amount, 2);
}

/** Returns time such as "2026-11-30T12:00:00Z". */
export function timeText(time: Date | undefined): string | null {
  return time?.toISOString().replace(".000Z", "Z") ?? null;
}

export function csvRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  fields: readonly string[],
) {
  const header = fields.map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const text = (value: unknown) => {
    const field = (value ?? "") as Field;
    return typeof field === "object" ? (field?.join("; ") ?? "") : String(field);
  };
  return [header, ...rows.map((row) => fields.map((name) => text(row[name])))];
}

/** A spreadsheet runs these cells as formulas, and a formula can fetch any URL (CWE-1236). */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Also matches a formula after a separator, because some spreadsheets split a quoted cell there.
 */
const FORMULA_BEHIND = /([;,\t|]["'\s]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

export function csvLine(cells: readonly string[]): string {
  const plain = cells
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .map((cell) => cell.replaceAll(FORMULA_BEHIND, "$1'"));
  if (!plain.some((cell) => /[",;|\t\r\n]|^\s|\s$/.test(cell))) return plain.join(",");
  return plain.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
}
