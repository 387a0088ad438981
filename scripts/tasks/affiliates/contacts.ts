import path from "node:path";
import { DamagedFile, isObject, lineOf, parseJson } from "../cli/json-text.ts";
import { jsonText, textOf, writeWhole } from "../machine/files.ts";
import { saleFolder, shownFile } from "../machine/state-directory.ts";
import type { Sale } from "../record/sale.ts";
import { canonicalCode } from "../sale/affiliate-code.ts";
import type { AffiliateContacts } from "./affiliate-file.ts";

async function contactsFile(sale: Sale): Promise<string> {
  return path.join(await saleFolder(sale, "affiliates"), "contacts.json");
}

export async function readContacts(sale: Sale): Promise<AffiliateContacts> {
  const file = await contactsFile(sale);
  const text = await textOf(file);
  if (text === null) return { columns: [], rows: new Map() };
  const { columns, rows } = contactsIn(sale, shownFile(sale, file), text);
  const contacts = Object.entries(rows).map(
    ([code, row]) => [code, new Map(Object.entries(row))] as const,
  );
  return { columns, rows: new Map(contacts) };
}

interface WrittenContacts {
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

function contactsIn(sale: Sale, name: string, text: string): WrittenContacts {
  const file = {
    name,
    remedy:
      "Move it away, and import the CSV with the contacts again: " +
      `npm run hardhat -- affiliates import FILE --network ${sale.network}`,
  };
  const found = parseJson(file, text);
  const damaged = (at: readonly string[], what: string) =>
    new DamagedFile(file, lineOf(text, at), what);
  if (!isObject(found)) throw damaged([], "it is not an object");
  const { columns, rows } = found;
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    throw damaged(["columns"], "columns is not a list of names");
  }
  if (!isObject(rows)) throw damaged(["rows"], "rows is not an object of codes");
  for (const [code, row] of Object.entries(rows)) {
    if (canonicalCode(code) !== code) throw damaged(["rows", code], `${code} is not a code`);
    if (!isObject(row)) throw damaged(["rows", code], `${code} has no object of columns`);
    const cell = Object.keys(row).find((name) => typeof row[name] !== "string");
    if (cell !== undefined) throw damaged(["rows", code, cell], `${cell} of ${code} is not text`);
  }
  return { columns, rows } as WrittenContacts;
}

export function changedContacts(known: AffiliateContacts, added: AffiliateContacts) {
  return [...added.rows].flatMap(([code, row]) =>
    [...row]
      .map(([column, after]) => ({
        code,
        column,
        after,
        before: known.rows.get(code)?.get(column),
      }))
      .flatMap(({ before = "", ...one }) =>
        before === "" || before === one.after ? [] : { before, ...one },
      ),
  );
}

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
  await writeWhole(await contactsFile(sale), jsonText(merged), 0o600);
}
