import { toQuantity } from "ethers";
import { TaskError } from "../cli/task.ts";
import { Disagreement } from "./answers.ts";
import type { Chain } from "./chain.ts";
import { describeError } from "./describe-error.ts";
import { NoAnswer } from "./waiting.ts";

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

/** Blocks. Free endpoints accept 500 to 10,000 per request. */
export const FIRST_WINDOW = 10_000;

/**
 * Reads events. Halves the range each time an endpoint refuses, down to one event type in one
 * block, because anyone can fill a block.
 * @param blocks both ends included
 * @returns the events, and the range that the endpoint accepts
 */
export async function readLogs(
  chain: Pick<Chain, "request">,
  filter: LogFilter,
  blocks: { readonly from: number; readonly to: number; readonly window?: number },
): Promise<{ readonly logs: readonly Log[]; readonly window: number }> {
  let { from, window = FIRST_WINDOW } = blocks;
  let usual = 1;
  const found: Log[] = [];
  while (from <= blocks.to) {
    const to = Math.min(blocks.to, from + window - 1);
    try {
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
      const logs = await chain.request("eth_getLogs", [{ ...filter, ...range }]);
      for (const log of logs as readonly Log[]) found.push(log);
    } catch (error) {
      if (error instanceof Disagreement || error instanceof NoAnswer) throw error;
      const kinds = window === 1 ? byTopic(filter) : [];
      if (kinds.length > 1) {
        const each = [];
        for (const kind of kinds)
          each.push(...(await readLogs(chain, kind, { from, to, window: 1 })).logs);
        found.push(...each.sort((a, b) => Number(a.logIndex) - Number(b.logIndex)));
        from = to + 1;
        window = Math.max(usual, blocks.window ?? FIRST_WINDOW);
        continue;
      }
      if (window === 1) {
        throw new TaskError(
          `The events of blocks ${from} to ${to} can't be read: ${describeError(error)}`,
        );
      }
      // Endpoints reject a large range with different errors, and some only close the connection.
      window = Math.max(1, Math.floor(Math.min(window, to - from + 1) / 2));
      continue;
    }
    from = to + 1;
    usual = Math.max(usual, window);
    window = Math.min(usual, 2 * window);
  }
  return { logs: found, window: usual };
}

function byTopic({ address, topics }: LogFilter): readonly LogFilter[] {
  const [kinds, ...rest] = topics;
  return Array.isArray(kinds) ? kinds.map((kind) => ({ address, topics: [kind, ...rest] })) : [];
}
