import { toQuantity } from "ethers";
import { firstBlockWhere } from "../chain/first-block.ts";
import { TaskError } from "../cli/task.ts";
import { shownInput } from "../cli/visible-text.ts";
import type { Sale } from "../record/sale.ts";
import { askAll } from "./chunks.ts";

export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses block numbers or dates (UTC), both ends included. The default range is from the deployment
 * to the newest block.
 */
export async function parseRange(
  sale: Sale,
  { from, to, head }: { from: string | undefined; to: string | undefined; head: number },
): Promise<BlockRange> {
  const start = sale.record.blockNumber;
  const range = {
    from: from === undefined ? start : await firstBlockOf(sale, "--from", from, head, 0),
    to:
      to === undefined
        ? head
        : (await firstBlockOf(sale, "--to", to, head, 1)) - (isBlock(to) ? 0 : 1),
  };
  if (from !== undefined && to !== undefined) {
    // Compares the typed values, because a day may have no blocks.
    const reversed = isBlock(from) || isBlock(to) ? range.from > range.to : from > to;
    if (reversed) throw new TaskError(`--from ${from} is after --to ${to}`);
  }
  if (range.from > head) {
    throw new TaskError(`--from ${from} is after the newest block, ${head}: there is nothing yet`);
  }
  return { from: Math.max(start, range.from), to: Math.min(head, range.to) };
}

function isBlock(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

async function firstBlockOf(
  sale: Sale,
  option: string,
  text: string,
  head: number,
  days: number,
): Promise<number> {
  if (isBlock(text)) return Number(text);
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript reads 31 June as 1 July.
  if (Number.isNaN(date) || new Date(date).toISOString().slice(0, 10) !== text) {
    throw new TaskError(
      `${option} is neither a block number nor a date like 2026-11-30: ${shownInput(text)}`,
    );
  }
  return await firstBlockSince(sale, date / 1000 + days * 86_400, head);
}

export async function firstBlockSince(sale: Sale, time: number, head: number): Promise<number> {
  const isSince = async (block: number) => (await timestampOf(sale, block)) >= time;
  return await firstBlockWhere(sale.record.blockNumber, head + 1, isSince);
}

/** @param times of blocks that need not be read; the function adds to it */
export async function readBlockTimes(
  sale: Sale,
  blocks: readonly number[],
  times = new Map<number, Date>(),
): Promise<Map<number, Date>> {
  const missing = new Set(blocks.filter((block) => !times.has(block)));
  await askAll([...missing], async (block) => {
    times.set(block, new Date((await timestampOf(sale, block)) * 1000));
  });
  return times;
}

async function timestampOf(sale: Sale, block: number): Promise<number> {
  const found = (await sale.request("eth_getBlockByNumber", [toQuantity(block), false])) as {
    timestamp: string;
  } | null;
  if (found === null) throw new TaskError(`The endpoint of ${sale.network} has no block ${block}`);
  return Number(found.timestamp);
}
