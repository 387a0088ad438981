import { TaskError } from "./task.ts";

/** How a list is printed: for people, unless one of the two is set. docs/reference/machine-output.md has every field. */
export interface ListFormat {
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
}

export function assertOneFormat({ json = false, csv = false }: ListFormat): void {
  if (json && csv) throw new TaskError("Choose one of --csv and --json");
}

type WeiFields<T> = {
  readonly [K in keyof T & string as T[K] extends bigint ? `${K}Wei` : K]: T[K] extends bigint
    ? string
    : T[K];
};

/** @returns the fields as JSON has them: an amount `paid` is `paidWei`, a decimal string */
export function weiFields<T extends object>(fields: T): WeiFields<T> {
  const entries = Object.entries(fields).map(([name, value]) =>
    typeof value === "bigint" ? [`${name}Wei`, String(value)] : [name, value],
  );
  return Object.fromEntries(entries);
}

/** What JSON has where text is not enough; amounts are wei as decimal strings. */
type Field = string | number | boolean | null | readonly string[];

/** @returns the names of a row's fields and its values as CSV has them: `paidWei` is `paid_wei`, and `null` is empty */
export function csvCells(
  rows: readonly Readonly<Record<string, Field>>[],
  names: readonly string[],
) {
  const header = names.map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const text = (field: Field = null) => {
    if (field === null) return "";
    return typeof field === "object" ? field.join("; ") : String(field);
  };
  return [header, ...rows.map((row) => names.map((name) => text(row[name])))];
}
