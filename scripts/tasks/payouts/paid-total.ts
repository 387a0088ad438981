import { readLogs } from "../chain/logs.ts";
import type { Sale } from "../record/sale.ts";
import { KEPT_AFTER_BLOCKS } from "../sale/sale-events.ts";
import type { Books } from "./books.ts";

/** Sums up what `Payouts` has paid, for a watch that asks again and again: only new blocks, and the newest, are read. */
export function createPaidTotal(sale: Sale, { payouts, record }: Books) {
  const { interface: abi } = payouts;
  const filter = { address: record.address, topics: [abi.getEvent("PaidOut").topicHash] };
  let kept = { block: record.blockNumber - 1, sum: 0n };
  /** @returns wei, up to a block */
  return async (block: number): Promise<bigint> => {
    const { logs } = await readLogs(sale, filter, { from: kept.block + 1, to: block });
    const sumTo = (last: number) =>
      logs
        .filter(({ blockNumber }) => Number(blockNumber) <= last)
        .reduce((sum, { data, topics }) => {
          const [, , amount] = abi.decodeEventLog("PaidOut", data, topics);
          return sum + BigInt(amount);
        }, kept.sum);
    const total = sumTo(block);
    const settled = block - KEPT_AFTER_BLOCKS;
    if (settled > kept.block) kept = { block: settled, sum: sumTo(settled) };
    return total;
  };
}
