import type { Agreed } from "../chain/panel.ts";
import type { Sale } from "../record/sale.ts";
import { blockHash } from "../sale/sale-events.ts";
import { readSaleLog, type SaleEvent } from "./sale-log.ts";
import { type Place, REORGANISED_BLOCKS } from "./webhook-journal.ts";

export interface Step {
  readonly removed: readonly { readonly id: string; readonly block: number }[];
  readonly fresh: readonly SaleEvent[];
  readonly place: Place;
}

/**
 * Compares the blocks just before `place` with the reported events, because a reorg may have
 * changed them.
 */
export async function advance(
  sale: Sale,
  codes: ReadonlyMap<string, string>,
  place: Place,
  to: Agreed,
): Promise<Step> {
  const isSame = (await blockHash(sale, place.block))?.toLowerCase() === place.blockHash;
  const from = isSame
    ? place.block + 1
    : Math.max(place.since, place.block - REORGANISED_BLOCKS + 1);
  const events = await readSaleLog(sale, codes, from, to.number);
  const ids = new Set(events.map(({ id }) => id));
  const removed = [...place.told]
    .filter(([id, block]) => block >= from && block <= place.block && !ids.has(id))
    .map(([id, block]) => ({ id, block }));
  const fresh = events.filter(({ id }) => !place.told.has(id));
  const gone = new Set(removed.map(({ id }) => id));
  const told = [...place.told, ...fresh.map(({ id, block }) => [id, block] as const)].filter(
    ([id, block]) => !gone.has(id) && block > to.number - REORGANISED_BLOCKS,
  );
  return {
    removed,
    fresh,
    place: { since: place.since, block: to.number, blockHash: to.hash, told: new Map(told) },
  };
}
