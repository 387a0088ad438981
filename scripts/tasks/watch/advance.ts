import type { Agreed } from "../chain/panel.ts";
import type { Sale } from "../record/sale.ts";
import { blockHash } from "../sale/sale-events.ts";
import { readSaleLog } from "./sale-log.ts";
import { type Place, REORGANISED_BLOCKS } from "./webhook-journal.ts";

/**
 * Compares the blocks just before `place` with the reported events, because a reorg may have
 * changed them.
 */
export async function advance(
  sale: Sale,
  codes: ReadonlyMap<string, string>,
  place: Place,
  to: Agreed,
) {
  const isSame = (await blockHash(sale, place.block))?.toLowerCase() === place.blockHash;
  const from = isSame
    ? place.block + 1
    : Math.max(place.since, place.block - REORGANISED_BLOCKS + 1);
  const events = await readSaleLog(sale, codes, from, to.number);
  const ids = new Set(events.map(({ id }) => id));
  const isGone = (id: string, block: number) =>
    block >= from && block <= place.block && !ids.has(id);
  const told = [...place.told];
  const kept = [
    ...told.filter(([id, block]) => !isGone(id, block)),
    ...events.map(({ id, block }) => [id, block] as const),
  ];
  return {
    removed: told.filter(([id, block]) => isGone(id, block)),
    fresh: events.filter(({ id }) => !place.told.has(id)),
    place: {
      since: place.since,
      block: to.number,
      blockHash: to.hash,
      told: new Map(kept.filter(([, block]) => block > to.number - REORGANISED_BLOCKS)),
    },
  };
}
