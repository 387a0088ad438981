import type { Sale } from "../record/sale.ts";
import { KEPT_AFTER_BLOCKS } from "../sale/sale-events.ts";
import { type Books, readPayoutEvents } from "./books.ts";

/** Reads only new blocks and those that a reorg may replace, because a watch reads often. */
export function createPaidTotal(sale: Sale, books: Books) {
  let kept = { block: books.record.blockNumber - 1, sum: 0n };
  /** Wei. */
  return async (block: number): Promise<bigint> => {
    const events = await readPayoutEvents(sale, books, "PaidOut", {
      from: kept.block + 1,
      to: block,
    });
    const sumTo = (last: number) =>
      events
        .filter((event) => event.block <= last)
        .reduce((sum, { args: [, , amount] }) => sum + BigInt(amount), kept.sum);
    const total = sumTo(block);
    const settled = block - KEPT_AFTER_BLOCKS;
    if (settled > kept.block) kept = { block: settled, sum: sumTo(settled) };
    return total;
  };
}
