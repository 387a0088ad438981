import path from "node:path";
import * as v from "valibot";
import { jsonText, textOf, writeWhole } from "../machine/files.ts";
import { saleFolder, shownFile } from "../machine/state-directory.ts";
import { parseRecord } from "../record/record.ts";
import type { Sale } from "../record/sale.ts";
import { canonicalCode } from "../sale/affiliate-code.ts";
import type { AffiliateContacts } from "./affiliate-file.ts";

function contactsFile(sale: Sale): string {
  return path.join(saleFolder(sale, "affiliates"), "contacts.json");
}

const CODE = v.pipe(
  v.string(),
  v.check((code) => canonicalCode(code) === code, "is not a code"),
);
const ROW = v.record(v.string(), v.string("is not text"), "is not an object of columns");
const CONTACTS = v.object({
  columns: v.array(v.string("is not text"), "is not a list of names"),
  rows: v.record(CODE, ROW, "is not an object of codes"),
});

export async function readContacts(sale: Sale): Promise<AffiliateContacts> {
  const file = contactsFile(sale);
  const text = await textOf(file);
  if (text === null) return { columns: [], rows: new Map() };
  const remedy =
    "Move it away, and import the CSV with the contacts again: " +
    `npm run hardhat -- affiliates import FILE --network ${sale.network}`;
  const named = { name: shownFile(sale, file), remedy };
  const { columns, rows } = parseRecord<v.InferOutput<typeof CONTACTS>>(named, text, CONTACTS);
  const contacts = Object.entries(rows).map(
    ([code, row]) => [code, new Map(Object.entries(row))] as const,
  );
  return { columns, rows: new Map(contacts) };
}

/** The code's cells, in the order of the columns. */
export function contactCells({ columns, rows }: AffiliateContacts, code: string): string[] {
  return columns.map((column) => rows.get(code)?.get(column) ?? "");
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
  await writeWhole(contactsFile(sale), jsonText(merged), 0o600);
}
