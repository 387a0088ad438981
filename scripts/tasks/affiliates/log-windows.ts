import { toQuantity } from "ethers";
import type { Sale } from "../record/sale.ts";
import { Disagreement } from "../record/second-opinion.ts";
import { describeError, TaskError } from "../shared/task-action.ts";
import { NoAnswer } from "../shared/waiting.ts";

/** An event of the contract, as an endpoint tells it. */
export interface Log {
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Free endpoints answer for 500 to 10,000 blocks at once. */
export const FIRST_WINDOW = 10_000;

/** Blocks to read, both ends included, and how many of them at once. */
interface LogRange {
  readonly from: number;
  readonly to: number;
  readonly window: number;
}

/**
 * Reads events of the contract in windows, each halved for as long as the endpoint refuses it.
 * @param names events of `Ticket`
 * @param take is given the events of each window, in the chain's order
 * @returns the window that the endpoint answered
 */
export async function readLogs(
  sale: Sale,
  names: readonly Parameters<Sale["ticket"]["interface"]["getEvent"]>[0][],
  { from: first, to: last, window: most }: LogRange,
  take: (log: Log) => void,
): Promise<number> {
  let window = most;
  for (let from = first; from <= last; ) {
    const to = Math.min(last, from + window - 1);
    let logs: readonly Log[];
    try {
      logs = (await sale.request("eth_getLogs", [
        {
          address: sale.record.address,
          fromBlock: toQuantity(from),
          toBlock: toQuantity(to),
          topics: [names.map((name) => sale.ticket.interface.getEvent(name).topicHash)],
        },
      ])) as readonly Log[];
    } catch (error) {
      if (error instanceof Disagreement || error instanceof NoAnswer) throw error;
      if (window === 1) {
        throw new TaskError(
          `The events of blocks ${from} to ${to} can't be read: ${describeError(error)}`,
        );
      }
      // Endpoints refuse in many words, and some just hang up.
      window = Math.max(1, Math.floor(Math.min(window, to - from + 1) / 2));
      continue;
    }
    for (const log of logs) take(log);
    from = to + 1;
  }
  return window;
}
