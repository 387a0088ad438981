import { expect } from "chai";
import { clockOf, intervalsOf } from "../../../scripts/tasks/dashboard/time-axis.ts";
import type { Sold } from "../../../scripts/tasks/sale/sale-events.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 1, 12, 30, 20);

describe("a dashboard's time axis", () => {
  it("interpolates the time of a block linearly between its nearest known blocks", () => {
    const timeOf = clockOf(
      new Map([
        [1_020, new Date(25_000)],
        [1_000, new Date(0)],
        [1_010, new Date(5_000)],
      ]),
    );
    const times = [1_000, 1_002, 1_010, 1_015, 1_020].map((block) => timeOf(block).getTime());
    expect(times).to.deep.equal([0, 1_000, 5_000, 15_000, 25_000]);
  });

  /** A sale a block, with as many tickets as its index plus one, so many minutes after `START`. */
  const at = (...minutes: readonly number[]) =>
    intervalsOf(
      minutes.map((_, i) => ({ block: i, quantity: i + 1, paid: BigInt(i + 1) })) as Sold[],
      (block) => new Date(START + (minutes[block] ?? 0) * MINUTE),
    );

  it("has no interval without a sale, and one for one sale, from the minute's beginning", () => {
    expect(at()).to.deep.equal([]);
    const [one, ...others] = at(0);
    expect(others).to.deep.equal([]);
    expect(one).to.include({ purchases: 1, tickets: 1, paid: 1n });
    expect(one?.from).to.deep.equal(new Date(Date.UTC(2026, 10, 1, 12, 30)));
    expect(one?.to).to.deep.equal(new Date(Date.UTC(2026, 10, 1, 12, 31)));
  });

  it("counts each sale in the interval that it is in, and none in those between", () => {
    expect(at(0, 0.5, 3, 3.9).map(({ tickets }) => tickets)).to.deep.equal([3, 0, 0, 3, 4]);
  });

  for (const [minutes, step] of [
    [58.9, MINUTE],
    [59, 5 * MINUTE],
    [59 * 60 - 1, 60 * MINUTE],
    [58 * 24 * 60, DAY],
    [10 * 366 * 24 * 60, 61 * DAY],
  ] as const) {
    it(`has intervals of ${step / MINUTE} minutes for sales over ${minutes}`, () => {
      const intervals = at(0, minutes);
      expect(intervals.length).to.be.at.most(61);
      for (const { from, to } of intervals) expect(Number(to) - Number(from)).to.equal(step);
      expect(intervals[0]?.tickets).to.equal(1);
      expect(intervals.at(-1)?.tickets).to.equal(2);
    });
  }
});
