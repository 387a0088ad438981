import { readLogs } from "../chain/logs.ts";
import type { Sale } from "../record/sale.ts";
import { KEPT_AFTER_BLOCKS } from "../sale/sale-events.ts";
import type { Books } from "./books.ts";

/** For a watch, which asks again and again: reads new blocks, and those that may still be replaced. */
export function createPaidTotal(sale: Sale, { payouts, record }: Books) {
  const { interface: abi } = payouts;
  const filter = { address: record.address, topics: [abi.getEvent("PaidOut").topicHash] };
  let kept = { block: record.blockNumber - 1, sum: 0n };
  /** @returns wei */
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
