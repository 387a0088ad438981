import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { id, ZeroHash } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { readSaleEvents } from "../../../scripts/tasks/sale/sale-events.ts";
import type { TicketsSoldEvent } from "../../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { fakeSale } from "../support/fake-sale.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const TO = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const DEPLOYED = 100;
const abi = Ticket__factory.createInterface();

interface Log {
  readonly blockNumber: string;
  readonly transactionHash: string;
  readonly topics: readonly string[];
  readonly data: string;
}

type Event = "TicketsSold" | "AffiliateSet" | "TicketPriceSet";
const hex = (value: number) => `0x${value.toString(16)}`;
const logOf = (block: number, event: Event, args: readonly unknown[]): Log => ({
  blockNumber: hex(block),
  transactionHash: id(`${event} ${block}`),
  ...abi.encodeEventLog(event, args),
});
const soldLog = (block: number, code: string | null, quantity: number) => {
  const affiliate = code === null ? ZeroHash : id(code);
  const values: TicketsSoldEvent.InputTuple = [BUYER, TO, affiliate, 7, quantity, 5n];
  return logOf(block, "TicketsSold", values);
};
const codeLog = (block: number, code: string) =>
  logOf(block, "AffiliateSet", [id(code), code, true]);

const sold = (block: number, code: string | null, quantity: number) => ({
  block,
  transactionHash: id(`TicketsSold ${block}`),
  buyer: BUYER,
  to: TO,
  affiliate: code === null ? null : id(code),
  firstTokenId: 7,
  quantity,
  paid: 5n,
});

const LOGS = [codeLog(101, "alice"), soldLog(102, "alice", 2), soldLog(200, null, maxPerPurchase)];

/** What the endpoint serves. */
const SERVED = {
  head: 200,
  logs: LOGS,
  fork: "first",
  live: false,
  checked: false,
  transactionHash: id("deployment"),
  /** Blocks at a time. */
  most: Number.POSITIVE_INFINITY,
  missing: -1,
};

describe("readSaleEvents", () => {
  const { XDG_STATE_HOME } = process.env;
  let state: string;
  let served: typeof SERVED;
  let filters: unknown[];

  beforeEach(async () => {
    state = await mkdtemp(path.join(tmpdir(), "sale-events-"));
    process.env.XDG_STATE_HOME = state;
    served = SERVED;
    filters = [];
  });

  afterEach(async () => {
    if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
    await rm(state, { recursive: true });
  });

  /** Reads from an endpoint that has changed; `windows` are the blocks that were asked for. */
  async function read(changes: Partial<typeof SERVED> = {}) {
    served = { ...served, ...changes };
    const { head, logs, fork, live, checked, transactionHash, most, missing } = served;
    const windows: [number, number][] = [];
    const events = await readSaleEvents(
      fakeSale({
        live,
        checked,
        record: { address: ADDRESS, chainId: 1, blockNumber: DEPLOYED, transactionHash },
        ticket: { interface: abi },
        request: async (method, [first, second]) => {
          if (method === "eth_blockNumber") {
            expect(first).to.equal(undefined);
            return hex(head);
          }
          if (method === "eth_getBlockByNumber") {
            expect(second).to.equal(false);
            const block = Number(first);
            return block > head || block === missing ? null : { hash: id(`${fork} ${block}`) };
          }
          expect(method).to.equal("eth_getLogs");
          const { fromBlock, toBlock, ...filter } = first as Record<string, string>;
          const [from, to] = [Number(fromBlock), Number(toBlock)];
          windows.push([from, to]);
          filters.push(filter);
          if (to - from + 1 > most) throw new Error("too many\nblocks, https://a.example/key");
          return logs.filter(({ blockNumber }) => {
            const block = Number(blockNumber);
            return block >= from && block <= to;
          });
        },
      }),
    );
    return { ...events, codes: [...events.codes], windows };
  }

  const refusal = (changes: Partial<typeof SERVED>) =>
    read(changes).catch((error) => (error instanceof TaskError ? error.message : error));

  const cacheFile = () => path.join(state, "ticket-mint", `1-${ADDRESS}`, "sale-events.json");

  it("are the sales and the codes since the deployment, in one question", async () => {
    expect(await read()).to.deep.equal({
      block: 200,
      sold: [sold(102, "alice", 2), sold(200, null, maxPerPurchase)],
      codes: [[id("alice"), "alice"]],
      windows: [[100, 200]],
    });
    expect(filters).to.deep.equal([
      {
        address: ADDRESS,
        topics: [[abi.getEvent("TicketsSold").topicHash, abi.getEvent("AffiliateSet").topicHash]],
      },
    ]);
  });

  it("leave out what is no event of these", async () => {
    const other = { ...soldLog(150, null, 1), topics: [id("Other()")], data: "0x" };
    const logs = [...LOGS, other, logOf(151, "TicketPriceSet", [1n, 2n])];
    expect((await read({ logs })).sold).to.have.length(2);
  });

  it("are an error when an endpoint invents a code that the contract would refuse", async () => {
    const logs = [codeLog(150, "\u001b[2Kcode")];
    expect(await refusal({ logs })).to.equal(
      'An endpoint reports a code that the contract would refuse: "\\u001b[2Kcode"',
    );
  });

  it("are read 10,000 blocks at a time", async () => {
    expect((await read({ head: 20_099 })).windows).to.deep.equal([
      [100, 10_099],
      [10_100, 20_099],
    ]);
  });

  it("are read in halves of what an endpoint refuses, from where it got to, also later", async () => {
    const { sold: sales, windows } = await read({ most: 30 });
    expect(sales).to.have.length(2);
    expect(windows.slice(0, 4)).to.deep.equal([
      [100, 200],
      [100, 149],
      [100, 124],
      [125, 149],
    ]);
    const answered = windows.filter(([from, to]) => to - from < 30);
    expect(answered.reduce((sum, [from, to]) => sum + to - from + 1, 0)).to.equal(101);
    expect(answered.at(-1)?.[1]).to.equal(200);
    expect((await read({ head: 260 })).windows[0]).to.deep.equal([201, 225]);
  });

  it("are an error when an endpoint refuses a single block", async () => {
    expect(await refusal({ most: 0 })).to.equal(
      "The events of blocks 100 to 100 can't be read: too many blocks, https://a.example/…",
    );
  });

  it("are kept, so that only new blocks are asked for", async () => {
    const first = await read();
    expect(await read()).to.deep.equal({ ...first, windows: [] });
    const logs = [...LOGS, codeLog(201, "bob"), soldLog(203, "bob", 4)];
    expect(await read({ head: 203, logs })).to.deep.equal({
      block: 203,
      sold: [...first.sold, sold(203, "bob", 4)],
      codes: [...first.codes, [id("bob"), "bob"]],
      windows: [[201, 203]],
    });
    expect(await readdir(path.dirname(cacheFile()))).to.deep.equal([path.basename(cacheFile())]);
  });

  it("are kept, on a live chain, but for the newest 64 blocks", async () => {
    const logs = [...LOGS, soldLog(136, null, 1), soldLog(137, null, 3)];
    const first = await read({ live: true, logs });
    const { sold: sales, windows } = await read();
    expect(sales).to.have.deep.members(first.sold);
    expect(windows).to.deep.equal([[137, 200]]);
  });

  it("are not kept, on a live chain, within 64 blocks of the deployment", async () => {
    await read({ live: true, head: 163 });
    expect(await readdir(state)).to.deep.equal([]);
    await read({ head: 164 });
    expect((await read()).windows).to.deep.equal([[101, 164]]);
  });

  it("never forget what was kept when the chain's head is behind", async () => {
    await read();
    await read({ live: true, head: 210 });
    expect((await read()).windows).to.deep.equal([[201, 210]]);
  });

  it("are kept before a block whose hash the endpoint does not know", async () => {
    expect((await read({ missing: 200 })).sold).to.have.length(2);
    expect(await readdir(state)).to.deep.equal([]);
  });

  it("are read all the same where nothing can be kept", async () => {
    await writeFile(path.join(state, "ticket-mint"), "a file");
    expect((await read()).sold).to.have.length(2);
  });

  for (const [what, changes, from, to] of [
    ["of a chain that was rewritten", { fork: "second" }],
    ["of another deployment at the address", { transactionHash: id("another deployment") }],
    ["when one endpoint had told them, and two have to agree now", { checked: true }],
    ["when what was kept is of another version", {}, '"version":1,', '"version":2,'],
    ["when what was kept is no JSON", {}, /.+/s, "{"],
    [
      "when what was kept is ahead of the chain",
      {},
      '"block":200,"blockHash"',
      '"block":201,"blockHash"',
    ],
  ] as const) {
    it(`are read again ${what}`, async () => {
      await read();
      if (from !== undefined) {
        const kept = await readFile(cacheFile(), "utf8");
        expect(kept.replace(from, to)).not.to.equal(kept);
        await writeFile(cacheFile(), kept.replace(from, to));
      }
      const { sold: sales, windows } = await read({ ...changes, logs: [soldLog(150, null, 9)] });
      expect(sales).to.deep.equal([sold(150, null, 9)]);
      expect(windows).to.deep.equal([[100, 200]]);
      expect((await read()).windows).to.deep.equal([]);
    });
  }
});
