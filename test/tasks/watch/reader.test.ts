import { tmpdir } from "node:os";
import { expect } from "chai";
import type { Agreed, Panel } from "../../../scripts/tasks/chain/panel.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { createReader } from "../../../scripts/tasks/watch/reader.ts";
import type { Telling } from "../../../scripts/tasks/watch/telling.ts";
import { fakeSale } from "../support/fake-sale.ts";

const BLOCK = 7;

/** @returns what the watch holds against a block on a live network, by alarm; `null` is nothing */
async function problemsOf(agreed: Agreed | TaskError, live = true) {
  const problems: Record<string, string | null> = {};
  const watch = (alarm: string, problem: string | null) => {
    problems[alarm] = problem;
  };
  const panel = { health: () => [] } as unknown as Panel;
  const telling = { tell: () => {}, webhook: null, alarms: { watch } } as unknown as Telling;
  const place = { since: 1, block: BLOCK, blockHash: "0x07", told: new Map() };
  const reader = await createReader(fakeSale({ live, root: tmpdir() }), panel, telling, place);
  await reader.read(agreed, new AbortController().signal);
  return problems;
}

const blockOf = (number: number, age: number): Agreed => ({
  number,
  hash: "0x08",
  timestamp: Math.floor(Date.now() / 1_000) - age,
});

describe("A watch's reader", () => {
  it("says that the newest block is old, on a live network", async () => {
    expect((await problemsOf(blockOf(BLOCK, 200))).chain).to.match(
      /^the newest block is 20\d s old$/,
    );
    expect((await problemsOf(blockOf(BLOCK, 60))).chain).to.equal(null);
    expect((await problemsOf(blockOf(BLOCK, 200), false)).chain).to.equal(null);
  });

  it("says that the endpoints have gone back behind the last block, and reads nothing there", async () => {
    expect(await problemsOf(blockOf(BLOCK - 1, 0))).to.deep.equal({
      endpoints: "the endpoints agree on block 6, and block 7 was read",
    });
  });

  it("says why the endpoints agree on no block", async () => {
    expect(await problemsOf(new TaskError("They disagree"))).to.deep.equal({
      endpoints: "nothing is read since block 7: They disagree",
    });
  });
});
