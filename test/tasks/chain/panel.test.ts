import { expect } from "chai";
import { id, toQuantity } from "ethers";
import { chainOf } from "../../../scripts/tasks/chain/chain.ts";
import { clockProblem } from "../../../scripts/tasks/chain/clock.ts";
import { firstBlockWhere } from "../../../scripts/tasks/chain/first-block.ts";
import { createPanel, type PanelEndpoint } from "../../../scripts/tasks/chain/panel.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";

type Answers = (method: string, params: readonly unknown[]) => unknown;

const ADDRESS = `0x${"12".repeat(20)}`;
const balance = ["eth_getBalance", [ADDRESS, "latest"]] as const;

/** @param fork the first block that differs */
function endpoint(host: string, head: number, fork: number, answers: Answers): PanelEndpoint {
  return {
    host,
    isVetted: true,
    async request(method, params) {
      if (method !== "eth_getBlockByNumber") return answers(method, params);
      const number = params[0] === "latest" ? head : Number(params[0]);
      const hash = id(number >= fork ? `${host} ${number}` : String(number));
      return { number: toQuantity(number), hash, timestamp: toQuantity(1_000 + number) };
    },
  };
}

const NEVER = Number.POSITIVE_INFINITY;
const byBlock: Answers = (_, [, block]) => block;
const panelOf = (...endpoints: readonly PanelEndpoint[]) => createPanel(endpoints, { chainId: 1 });

describe("A panel of endpoints", () => {
  it("reads at the newest block that two have", async () => {
    const panel = panelOf(endpoint("a", 9, NEVER, byBlock), endpoint("b", 7, NEVER, byBlock));
    expect(await panel.request("eth_blockNumber", [])).to.equal("0x7");
    expect(await panel.request(...balance)).to.equal("0x7");
  });

  it("reads below a block that was replaced on one of two", async () => {
    const panel = panelOf(endpoint("a", 9, 8, byBlock), endpoint("b", 9, NEVER, byBlock));
    expect(await panel.look()).to.include({ number: 7, hash: id("7") });
    expect(await panel.request(...balance)).to.equal("0x7");
  });

  it("says on which block two disagree, and who says what", async () => {
    const panel = panelOf(endpoint("a", 9, 3, byBlock), endpoint("b", 9, NEVER, byBlock));
    const found = await panel.look();
    expect(found).to.be.instanceOf(TaskError);
    expect(found).to.have.property(
      "message",
      `The endpoints disagree on block 5: a says ${id("a 5")}, b says ${id("5")}. Find out which one is right before you go on.`,
    );
  });

  it("takes what two of three say, without a wait for the third, and names it while it is outvoted", async () => {
    let late: (value: unknown) => void = () => {};
    const third = endpoint("c", 9, NEVER, () => new Promise((resolve) => (late = resolve)));
    const none = () => "0x";
    const panel = panelOf(endpoint("a", 9, NEVER, none), endpoint("b", 9, NEVER, none), third);
    const problems = async (code: string) => {
      await panel.look();
      expect(await panel.request("eth_getCode", [ADDRESS, "latest"])).to.equal("0x");
      late(code);
      await new Promise((resolve) => setImmediate(resolve));
      return panel.health().map(({ problem }) => problem);
    };
    const hash = id("0x6000").slice(0, 10);
    const outvoted = `says 2 bytes (${hash}…) for the code of ${ADDRESS}, and the others none`;
    expect(await problems("0x6000")).to.deep.equal([null, null, outvoted]);
    expect(await problems("0x")).to.deep.equal([null, null, null]);
  });

  it("is as right as the two that agree, while one of three lies about a block", async () => {
    const panel = panelOf(
      endpoint("a", 80, 9, byBlock),
      endpoint("b", 9, NEVER, byBlock),
      endpoint("c", 9, NEVER, byBlock),
    );
    expect(await panel.look()).to.include({ number: 9, hash: id("9") });
    expect(panel.health()[0]?.problem).to.equal(`says that block 9 is ${id("a 9")}`);
  });

  it("throws what a dead one of two says, and names it", async () => {
    const dead = {
      ...endpoint("b", 9, NEVER, byBlock),
      request: async () => {
        throw new TypeError("fetch failed");
      },
    };
    const panel = panelOf(endpoint("a", 9, NEVER, byBlock), dead);
    const refusal = await panel.request(...balance).catch(({ message }: Error) => message);
    expect(refusal).to.equal("b fails at eth_getBlockByNumber: can't be reached");
  });

  it("believes neither of two that say different things", async () => {
    const liar = endpoint("b", 9, NEVER, () => "0x1");
    const panel = panelOf(endpoint("a", 9, NEVER, byBlock), liar);
    const refusal = await panel.request(...balance).catch(({ message }: Error) => message);
    expect(refusal).to.equal(
      `The endpoints disagree on the balance of ${ADDRESS}: a says 0.000000000000000009 ETH, b says 0.000000000000000001 ETH. ` +
        "Find out which one is right before you go on.",
    );
  });

  it("does not compare a transaction that one of them has in no block yet", async () => {
    const pending = { hash: id("sent"), blockHash: null };
    const mined = { ...pending, blockHash: id("9") };
    const panel = panelOf(
      endpoint("a", 9, NEVER, () => pending),
      endpoint("b", 9, NEVER, () => mined),
    );
    expect(await panel.request("eth_getTransactionByHash", [id("sent")])).to.equal(pending);
  });

  it("asks once for what a block never changes", async () => {
    let asked = 0;
    const counting: Answers = (_, [, block]) => {
      asked += 1;
      return block;
    };
    const panel = panelOf(endpoint("a", 9, NEVER, counting), endpoint("b", 9, NEVER, counting));
    await Promise.all([panel.request(...balance), panel.request(...balance)]);
    expect(asked).to.equal(2);
    await panel.look();
    await panel.request(...balance);
    expect(asked).to.equal(4);
  });
});

describe("A chain", () => {
  it("is read from the first endpoint's newest block on, once the other has it", async () => {
    let head = 7;
    const late: PanelEndpoint = {
      ...endpoint("b", head, NEVER, byBlock),
      request: (...asked) => endpoint("b", head++, NEVER, byBlock).request(...asked),
    };
    const chain = await chainOf("mainnet", 1, [endpoint("a", 9, NEVER, byBlock), late]);
    expect(await chain.request("eth_blockNumber", [])).to.equal("0x9");
  });
});

describe("The first block where something holds", () => {
  it("is found by halving", async () => {
    const asked: number[] = [];
    const found = await firstBlockWhere(10, 1_000, async (block) => {
      asked.push(block);
      return block >= 77;
    });
    expect(found).to.equal(77);
    expect(asked.length).to.be.below(12);
    expect(await firstBlockWhere(10, 20, async () => false)).to.equal(20);
    expect(await firstBlockWhere(10, 20, async () => true)).to.equal(10);
  });
});

describe("This machine's clock", () => {
  const NOW = 1_800_000_000_000;
  const problemAt = (seconds: number) =>
    clockProblem(async () => ({ timestamp: toQuantity(NOW / 1000 + seconds) }), NOW);

  it("is a problem if the newest block is from the future, or some minutes old", async () => {
    expect(await problemAt(120)).to.equal(null);
    expect(await problemAt(-600)).to.equal(null);
    expect(await problemAt(180)).to.equal(
      "this machine's clock is 3 minutes behind the newest block",
    );
    expect(await problemAt(-660)).to.equal(
      "the newest block is 11 minutes older than this machine's clock, so the clock is fast or the chain has stalled",
    );
  });
});
