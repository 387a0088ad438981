import { commissionOf } from "../affiliates/commission.ts";
import type { Sale } from "../record/sale.ts";
import type { Seller } from "../sale/reconciled-sale.ts";
import { KEPT_AFTER_BLOCKS } from "../sale/sale-events.ts";
import { type Books, readPayoutEvents } from "./books.ts";

export type CommissionTotal = ReturnType<typeof createCommissionTotal>;

/** Reads only new blocks and those that a reorg may replace, because a watch reads often. */
export function createCommissionTotal(sale: Sale, books: Books) {
  const bps = BigInt(books.record.arguments.commissionBps);
  let kept = { block: books.record.blockNumber - 1, sum: 0n };
  /** Wei of all codes. */
  return async (sellers: readonly Pick<Seller, "paid">[], block: number) => {
    const events = await readPayoutEvents(sale, books, "PaidOut", {
      from: kept.block + 1,
      to: block,
    });
    const sumTo = (last: number) =>
      events
        .filter((event) => event.block <= last)
        .reduce((sum, { args: [, , amount] }) => sum + BigInt(amount), kept.sum);
    const paid = sumTo(block);
    const settled = block - KEPT_AFTER_BLOCKS;
    if (settled > kept.block) kept = { block: settled, sum: sumTo(settled) };
    const earned = sellers.reduce((sum, seller) => sum + commissionOf(seller.paid, bps), 0n);
    return { paid, due: earned - paid };
  };
}
