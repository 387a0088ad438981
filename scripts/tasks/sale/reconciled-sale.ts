import { keccak256, toUtf8Bytes } from "ethers";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { readAffiliateAccounts } from "./affiliate-account.ts";
import { eventsFile, readSaleEvents, type SaleEvents, type Sold } from "./sale-events.ts";

export interface Totals {
  purchases: number;
  tickets: number;
  /** Wei. */
  paid: bigint;
  firstBlock: number | null;
  lastBlock: number | null;
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

export async function reconcile(
  sale: Sale,
  { block, sold, codes }: SaleEvents,
): Promise<ReadonlyMap<string, boolean>> {
  const totals = totalsByAffiliate(sold);
  const accounts = await readAffiliateAccounts(sale, [...codes.values()], block);
  for (const { code, purchases, tickets, paid } of accounts) {
    const found = totals.get(hashOf(code)) ?? noTotals();
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
  const tickets = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const supply = Number(await sale.ticket.totalSupply({ blockTag: block }));
  if (tickets !== supply) {
    throw mismatch(sale, `the events add up to ${tickets} tickets, and ${supply} were sold`);
  }
  return new Map(accounts.map(({ code, active }) => [code, active]));
}

function mismatch(sale: Sale, what: string): DoesNotAddUp {
  return new DoesNotAddUp(
    `The report doesn't add up: ${what}. The endpoint left something out: remove ` +
      `${eventsFile(sale)} and try another one for ${sale.network}.`,
  );
}

/** Keys are keccak256 of the code. */
export function totalsByAffiliate(sold: readonly Sold[]): Map<string | null, Totals> {
  const byAffiliate = new Map<string | null, Totals>();
  for (const event of sold) {
    const totals = byAffiliate.get(event.affiliate) ?? noTotals();
    byAffiliate.set(event.affiliate, totals);
    add(totals, event);
  }
  return byAffiliate;
}

export function noTotals(): Totals {
  return { purchases: 0, tickets: 0, paid: 0n, firstBlock: null, lastBlock: null };
}

export function add(totals: Totals, { quantity, paid, block }: Sold): void {
  totals.purchases += 1;
  totals.tickets += quantity;
  totals.paid += paid;
  totals.firstBlock ??= block;
  totals.lastBlock = block;
}

export function hashOf(code: string): string {
  return keccak256(toUtf8Bytes(code));
}
