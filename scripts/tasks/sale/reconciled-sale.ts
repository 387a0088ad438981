import { keccak256, toUtf8Bytes } from "ethers";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { readAffiliateAccounts } from "./affiliate-account.ts";
import { eventsFile, readSaleEvents, type SaleEvents, type Sold } from "./sale-events.ts";

export interface Totals {
  readonly purchases: number;
  readonly tickets: number;
  /** Wei. */
  readonly paid: bigint;
  readonly firstBlock: number | null;
  readonly lastBlock: number | null;
}

export interface ReconciledSale {
  readonly events: SaleEvents;
  readonly states: ReadonlyMap<string, boolean>;
}

/** Ends a task, while other read errors only omit a figure. */
export class DoesNotAddUp extends TaskError {}

export async function readReconciledSale(sale: Sale): Promise<ReconciledSale> {
  const events = await readSaleEvents(sale);
  return { events, states: await reconcile(sale, events) };
}

async function reconcile(
  sale: Sale,
  { block, sold, codes }: SaleEvents,
): Promise<ReadonlyMap<string, boolean>> {
  const totals = totalsBy(sold, ({ affiliate }) => affiliate);
  const accounts = await readAffiliateAccounts(sale, [...codes.values()], block);
  for (const { code, purchases, tickets, paid } of accounts) {
    const found = totals.get(hashOf(code)) ?? totalsOf([]);
    const same = found.purchases === purchases && found.tickets === tickets && found.paid === paid;
    if (!same) {
      throw mismatch(
        sale,
        `${code} has ${found.purchases} purchases, ${found.tickets} tickets, ${found.paid} wei in events, ` +
          `and ${purchases}, ${tickets}, ${paid} in the contract`,
      );
    }
  }
  const unknown = [...totals.keys()].find(
    (affiliate) => affiliate !== null && !codes.has(affiliate),
  );
  if (unknown !== undefined) {
    throw mismatch(sale, `sales of ${unknown} were found, and no such code was registered`);
  }
  const { tickets } = totalsOf(sold);
  const supply = Number(await sale.ticket.totalSupply({ blockTag: block }));
  if (tickets !== supply) {
    throw mismatch(sale, `the events add up to ${tickets} tickets, and ${supply} were sold`);
  }
  return new Map(accounts.map(({ code, active }) => [code, active]));
}

function mismatch(sale: Sale, what: string): DoesNotAddUp {
  return new DoesNotAddUp(
    `The report doesn't add up: ${what}. The endpoint omitted something: remove ` +
      `${eventsFile(sale)} and try another one for ${sale.network}.`,
  );
}

export function totalsOf(sold: readonly Sold[]): Totals {
  return {
    purchases: sold.length,
    tickets: sold.reduce((sum, { quantity }) => sum + quantity, 0),
    paid: sold.reduce((sum, { paid }) => sum + paid, 0n),
    firstBlock: sold[0]?.block ?? null,
    lastBlock: sold.at(-1)?.block ?? null,
  };
}

export function totalsBy<Key>(sold: readonly Sold[], keyOf: (one: Sold) => Key): Map<Key, Totals> {
  const groups = Map.groupBy(sold, keyOf);
  return new Map([...groups].map(([key, some]) => [key, totalsOf(some)]));
}

export interface Seller extends Totals {
  readonly code: string;
  readonly active: boolean;
}

/** Each registered code is a seller, most wei first. */
export function summaryOf(sold: readonly Sold[], states: ReconciledSale["states"]) {
  const totals = totalsBy(sold, ({ affiliate }) => affiliate);
  const of = (affiliate: string | null) => totals.get(affiliate) ?? totalsOf([]);
  const sellers = [...states].map(
    ([code, active]): Seller => ({ code, active, ...of(hashOf(code)) }),
  );
  sellers.sort((a, b) => Number(b.paid - a.paid) || (a.code < b.code ? -1 : 1));
  return { all: totalsOf(sold), withoutCode: of(null), sellers };
}

export function hashOf(code: string): string {
  return keccak256(toUtf8Bytes(code));
}
