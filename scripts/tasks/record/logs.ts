import { toQuantity } from "ethers";
import { describeError, TaskError } from "../shared/task-action.ts";
import { NoAnswer } from "../shared/waiting.ts";
import type { Sale } from "./sale.ts";
import { Disagreement } from "./second-opinion.ts";

/** An event, as an endpoint gives it. */
export interface Log {
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface LogFilter {
  readonly address: string;
  readonly topics: readonly (string | readonly string[])[];
}

type EventName = Parameters<Sale["ticket"]["interface"]["getEvent"]>[0];

/** The filter of these events of `Ticket`. */
export function ticketEvents(sale: Sale, names: readonly EventName[]): LogFilter {
  return {
    address: sale.record.address,
    topics: [names.map((name) => sale.ticket.interface.getEvent(name).topicHash)],
  };
}

/** Free endpoints answer for 500 to 10,000 blocks at once. */
export const FIRST_WINDOW = 10_000;

/** Reads the events of blocks `from` to `to`, both included. @returns them, and the window that the endpoint answered for */
export async function readLogs(
  sale: Pick<Sale, "request">,
  filter: LogFilter,
  blocks: { readonly from: number; readonly to: number; readonly window?: number },
): Promise<{ readonly logs: readonly Log[]; readonly window: number }> {
  let { from, window = FIRST_WINDOW } = blocks;
  const found: Log[] = [];
  while (from <= blocks.to) {
    const to = Math.min(blocks.to, from + window - 1);
    try {
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
      const logs = await sale.request("eth_getLogs", [{ ...filter, ...range }]);
      for (const log of logs as readonly Log[]) found.push(log);
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
    from = to + 1;
  }
  return { logs: found, window };
}
