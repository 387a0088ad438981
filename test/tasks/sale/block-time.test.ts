import { expect } from "chai";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { parseRange, readBlockTimes } from "../../../scripts/tasks/sale/block-time.ts";
import { fakeSale } from "../support/fake-sale.ts";

/** Block 10 is the deployment; a day without a block lies between 13 and 14. */
const TIMES: Readonly<Record<number, string>> = {
  10: "2030-03-30T12:00:00Z",
  11: "2030-03-30T23:59:59Z",
  12: "2030-03-31T00:00:00Z",
  13: "2030-03-31T23:59:59Z",
  14: "2030-04-02T00:00:00Z",
  15: "2030-04-02T00:00:12Z",
};
const HEAD = 15;

describe("Blocks and times", () => {
  const { TZ } = process.env;
  let asked: (readonly [string, readonly unknown[]])[];
  let atOnce: number;
  let most: number;

  const sale = fakeSale({
    record: { blockNumber: 10 },
    request: async (method, params) => {
      asked.push([method, params]);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      const time = TIMES[Number(params[0])] ?? (Number(params[0]) > 100 ? TIMES[15] : undefined);
      return time === undefined
        ? null
        : { timestamp: `0x${(Date.parse(time) / 1000).toString(16)}` };
    },
  });

  beforeEach(() => {
    asked = [];
    atOnce = 0;
    most = 0;
  });

  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  describe("parseRange", () => {
    const range = (from?: string, to?: string) => parseRange(sale, { from, to, head: HEAD });

    it("takes blocks, both included, from the deployment to the head, without asking for any", async () => {
      for (const [from, to, found] of [
        [undefined, undefined, [10, 15]],
        ["11", "13", [11, 13]],
        ["12", "12", [12, 12]],
        ["12", undefined, [12, 15]],
        [undefined, "12", [10, 12]],
        ["15", undefined, [15, 15]],
        ["0", "999999999999999", [10, 15]],
        // Empty before the deployment, which is no mistake.
        [undefined, "5", [10, 5]],
      ] as const) {
        const { from: first, to: last } = await range(from, to);
        expect([first, last], `${from} ${to}`).to.deep.equal(found);
      }
      expect(asked).to.deep.equal([]);
    });

    it("takes days of UTC, both included, wherever it runs", async () => {
      for (const zone of ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]) {
        process.env.TZ = zone;
        for (const [from, to, found] of [
          ["2030-03-31", "2030-03-31", [12, 13]],
          ["2030-03-30", "2030-03-30", [10, 11]],
          ["2030-03-31", undefined, [12, 15]],
          [undefined, "2030-03-31", [10, 13]],
          ["2030-04-02", "2030-12-31", [14, 15]],
          ["2020-01-01", "2030-03-30", [10, 11]],
          ["11", "2030-03-31", [11, 13]],
          ["2030-03-31", "14", [12, 14]],
          // Empty for days without a block.
          ["2030-04-01", "2030-04-01", [14, 13]],
          ["2020-01-01", "2020-01-02", [10, 9]],
        ] as const) {
          const { from: first, to: last } = await range(from, to);
          expect([first, last], `${from} ${to} ${zone}`).to.deep.equal(found);
        }
      }
    });

    const neither = "neither a block number nor a date like 2026-11-30:";
    const noBlocks = [
      "",
      "yesterday",
      "-1",
      "1.5",
      "2030-3-1",
      "2030-02-30",
      "2030-13-01",
      "2030-00-10",
      "x2030-03-31",
      "2030-03-31x",
      "1234567890123456",
      "x1",
      "1x",
      "30-03-2030",
    ];
    const refusals: readonly [
      what: string,
      ends: readonly (readonly string[])[],
      says: (from: string, to?: string) => string,
    ][] = [
      [
        "an end before its beginning",
        [
          ["12", "11"],
          ["2030-04-02", "2030-03-31"],
          ["2030-04-01", "2030-03-31"],
          ["12", "2030-03-30"],
          ["2030-04-02", "13"],
        ],
        (from, to) => `--from ${from} is after --to ${to}`,
      ],
      [
        "a beginning after the newest block",
        [["16"], ["99"], ["2031-01-01"]],
        (from) => `--from ${from} is after the newest block, 15: there is nothing yet`,
      ],
      [
        "a beginning that is no block and no day",
        noBlocks.map((text) => [text, "15"]),
        (from) => `--from is ${neither} ${from}`,
      ],
      [
        "an end that is no block and no day",
        noBlocks.map((text) => ["10", text]),
        (_, to) => `--to is ${neither} ${to}`,
      ],
    ];
    for (const [what, ends, says] of refusals) {
      it(`refuses ${what}`, async () => {
        for (const [from = "", to] of ends) {
          const error = await range(from, to).catch((thrown: unknown) => thrown);
          expect(error).to.be.instanceOf(TaskError);
          expect(error).to.have.property("message", says(from, to));
        }
      });
    }

    it("says so when the endpoint lacks a block", async () => {
      const behind = fakeSale({
        network: "base",
        record: { blockNumber: 10 },
        request: async () => null,
      });
      const asking = parseRange(behind, { from: "2030-03-31", to: undefined, head: HEAD });
      const error = await asking.catch((thrown: Error) => thrown);
      expect(error).to.be.instanceOf(TaskError);
      expect(error).to.have.property("message", "The endpoint of base has no block 13");
    });
  });

  describe("readBlockTimes", () => {
    it("gives each block's time, and asks for each once", async () => {
      const times = await readBlockTimes(sale, [12, 10, 12]);
      expect([...times].map(([block, time]) => [block, time.toISOString()])).to.have.deep.members([
        [12, "2030-03-31T00:00:00.000Z"],
        [10, "2030-03-30T12:00:00.000Z"],
      ]);
      expect(asked.map(([, [block]]) => block)).to.have.members(["0xa", "0xc"]);
    });

    it("asks for twenty at once, and for all in the end", async () => {
      const blocks = Array.from({ length: 45 }, (_, i) => 101 + i);
      const times = await readBlockTimes(sale, blocks);
      expect([...times.keys()]).to.have.members(blocks);
      expect(asked).to.have.length(45);
      expect(most).to.equal(20);
    });
  });
});
