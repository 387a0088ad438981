import type { Sale } from "../record/sale.ts";
import { readViews } from "../sale/views.ts";

export interface Holder {
  readonly address: string;
  readonly tickets: number;
}

/** Owners per call. Each takes about 3k gas, or up to 100k after a large purchase. */
const READ_AT_ONCE = 100;

/**
 * Reads owners instead of transfer events, because anyone can add more events to a block than an
 * endpoint returns.
 * @returns most tickets first
 */
export async function readHolders(sale: Sale, block: number): Promise<Holder[]> {
  const supply = Number(await sale.ticket.totalSupply({ blockTag: block }));
  const views = Array.from({ length: supply }, (_, i) => ["ownerOf", i + 1] as const);
  const owners = await readViews(sale, views, block, READ_AT_ONCE);
  const tickets = Map.groupBy(owners, ([owner]) => String(owner));
  return [...tickets]
    .map(([address, held]) => ({ address, tickets: held.length }))
    .sort((a, b) => b.tickets - a.tickets || (a.address < b.address ? -1 : 1));
}
