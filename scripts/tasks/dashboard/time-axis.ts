import { totalsBy, totalsOf } from "../sale/reconciled-sale.ts";
import type { Sold } from "../sale/sale-events.ts";

/** Amounts are wei. */
export interface Sum {
  readonly purchases: number;
  readonly tickets: number;
  readonly paid: bigint;
}

export interface Interval extends Sum {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Interpolates between the known times.
 * @param times by block, with the first and the last block
 */
export function clockOf(times: ReadonlyMap<number, Date>): (block: number) => Date {
  const blocks = [...times.keys()].sort((a, b) => a - b);
  return (block) => {
    const known = times.get(block);
    if (known !== undefined) return known;
    const after = blocks.findIndex((one) => one > block);
    const [low = block, high = block] = [blocks[after - 1], blocks[after]];
    const [from, to] = [times.get(low)?.getTime() ?? 0, times.get(high)?.getTime() ?? 0];
    return new Date(from + ((to - from) * (block - low)) / (high - low));
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 28 * DAY];
const MOST_INTERVALS = 60;

/** The sales in equal intervals, the first of which begins at a whole minute, hour or day. */
export function intervalsOf(sold: readonly Sold[], timeOf: (block: number) => Date): Interval[] {
  const [first, last] = [sold[0], sold.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [start, end] = [timeOf(first.block).getTime(), timeOf(last.block).getTime()];
  const fits = (step: number) => (end - start) / step < MOST_INTERVALS - 1;
  const step = STEPS.find(fits) ?? Math.ceil((end - start) / MOST_INTERVALS / DAY) * DAY;
  const origin = Math.floor(start / step) * step;
  const at = (time: number) => Math.floor((time - origin) / step);
  const sums = totalsBy(sold, ({ block }) => at(timeOf(block).getTime()));
  return Array.from({ length: at(end) + 1 }, (_, i) => ({
    ...(sums.get(i) ?? totalsOf([])),
    from: new Date(origin + i * step),
    to: new Date(origin + (i + 1) * step),
  }));
}
