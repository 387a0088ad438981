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

  describe("parseRange", () => {
    const range = (from?: string, to?: string) => parseRange(sale, { from, to, head: HEAD });

    it("is the deployment to the head unless something else is asked for", async () => {
      expect(await range()).to.deep.equal({ from: 10, to: 15 });
      expect(asked).to.deep.equal([]);
    });

    it("takes blocks, both included, without asking for any", async () => {
      expect(await range("11", "13")).to.deep.equal({ from: 11, to: 13 });
      expect(await range("12", "12")).to.deep.equal({ from: 12, to: 12 });
      expect(await range("12")).to.deep.equal({ from: 12, to: 15 });
      expect(await range(undefined, "12")).to.deep.equal({ from: 10, to: 12 });
      expect(asked).to.deep.equal([]);
    });

    it("keeps to what there is", async () => {
      expect(await range("0", "999999999999999")).to.deep.equal({ from: 10, to: 15 });
    });

    it("is empty before the deployment, and no mistake", async () => {
      expect(await range(undefined, "5")).to.deep.equal({ from: 10, to: 5 });
    });

    it("takes days of UTC, both included", async () => {
      expect(await range("2030-03-31", "2030-03-31")).to.deep.equal({ from: 12, to: 13 });
      expect(await range("2030-03-30", "2030-03-30")).to.deep.equal({ from: 10, to: 11 });
      expect(await range("2030-03-31")).to.deep.equal({ from: 12, to: 15 });
      expect(await range(undefined, "2030-03-31")).to.deep.equal({ from: 10, to: 13 });
      expect(await range("2030-04-02", "2030-12-31")).to.deep.equal({ from: 14, to: 15 });
      expect(await range("2020-01-01", "2030-03-30")).to.deep.equal({ from: 10, to: 11 });
    });

    it("takes a block and a day", async () => {
      expect(await range("11", "2030-03-31")).to.deep.equal({ from: 11, to: 13 });
      expect(await range("2030-03-31", "14")).to.deep.equal({ from: 12, to: 14 });
    });

    it("is empty for days without a block", async () => {
      for (const [from, to] of [
        ["2030-04-01", "2030-04-01"],
        ["2020-01-01", "2020-01-02"],
      ]) {
        const found = await range(from, to);
        expect(found.from).to.be.greaterThan(found.to);
      }
    });

    it("asks for as many blocks as halving takes", async () => {
      await range("2030-03-31");
      expect(asked.length).to.be.within(1, 3);
      expect(asked.every(([method]) => method === "eth_getBlockByNumber")).to.equal(true);
      expect(asked[0]?.[1]).to.deep.equal(["0xd", false]);
    });

    const refusal = (from: string, to?: string) =>
      range(from, to).then(
        () => null,
        (error: unknown) => (error instanceof TaskError ? error.message : error),
      );

    it("refuses an end before its beginning", async () => {
      for (const [from, to] of [
        ["12", "11"],
        ["2030-04-02", "2030-03-31"],
        ["2030-04-01", "2030-03-31"],
        ["12", "2030-03-30"],
        ["2030-04-02", "13"],
      ] as const) {
        expect(await refusal(from, to)).to.equal(`--from ${from} is after --to ${to}`);
      }
    });

    it("refuses a beginning after the newest block", async () => {
      for (const from of ["16", "99", "2031-01-01"]) {
        const problem = `--from ${from} is after the newest block, 15: there is nothing yet`;
        expect(await refusal(from)).to.equal(problem);
      }
      expect(await range("15")).to.deep.equal({ from: 15, to: 15 });
    });

    it("refuses what is no block and no day, by its option", async () => {
      for (const text of [
        ...["", "yesterday", "-1", "1.5", "2030-3-1", "2030-02-30", "2030-13-01", "2030-00-10"],
        ...["x2030-03-31", "2030-03-31x", "1234567890123456", "x1", "1x", "30-03-2030"],
      ]) {
        const problem = `is neither a block number nor a date as 2026-11-30: ${text}`;
        expect(await refusal(text, "15")).to.equal(`--from ${problem}`);
        expect(await refusal("10", text)).to.equal(`--to ${problem}`);
      }
    });

    it("says so when the endpoint lacks a block", async () => {
      const behind = fakeSale({
        network: "base",
        record: { blockNumber: 10 },
        request: async () => null,
      });
      const error = await parseRange(behind, {
        from: "2030-03-31",
        to: undefined,
        head: HEAD,
      }).catch((thrown: Error) => thrown);
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
