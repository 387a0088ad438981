import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { id, ZeroHash } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";
import { readSaleEvents } from "../../../scripts/tasks/sale/sale-events.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { fakeSale } from "../support/fake-sale.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const TO = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const DEPLOYED = 100;
const DEPLOYMENT = id("deployment");
const abi = Ticket__factory.createInterface();

interface Log {
  readonly blockNumber: string;
  readonly transactionHash: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const hex = (value: number) => `0x${value.toString(16)}`;

function soldLog(block: number, code: string | null, quantity: number): Log {
  const event = abi.getEvent("TicketsSold");
  const affiliate = code === null ? ZeroHash : id(code);
  const { topics, data } = abi.encodeEventLog(event, [BUYER, TO, affiliate, 7, quantity, 5n]);
  return { blockNumber: hex(block), transactionHash: id(`sold ${block}`), topics, data };
}

function codeLog(block: number, code: string): Log {
  const { topics, data } = abi.encodeEventLog("AffiliateSet", [id(code), code, true]);
  return { blockNumber: hex(block), transactionHash: id(`code ${block}`), topics, data };
}

const sold = (block: number, code: string | null, quantity: number) => ({
  block,
  transactionHash: id(`sold ${block}`),
  buyer: BUYER,
  to: TO,
  affiliate: code === null ? null : id(code),
  firstTokenId: 7,
  quantity,
  paid: 5n,
});

describe("readSaleEvents", () => {
  let state: string;
  const { XDG_STATE_HOME } = process.env;
  let head: number;
  let logs: Log[];
  let fork: string;
  let live: boolean;
  let checked: boolean;
  let transactionHash: string;
  let most: number;
  let missing: number | undefined;
  let windows: (readonly [number, number])[];
  let filters: unknown[];

  beforeEach(async () => {
    state = await mkdtemp(path.join(tmpdir(), "sale-events-"));
    process.env.XDG_STATE_HOME = state;
    head = 200;
    logs = [codeLog(101, "alice"), soldLog(102, "alice", 2), soldLog(200, null, maxPerPurchase)];
    fork = "first";
    live = false;
    checked = false;
    transactionHash = DEPLOYMENT;
    most = Number.POSITIVE_INFINITY;
    missing = undefined;
    windows = [];
    filters = [];
  });

  afterEach(async () => {
    if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
    await rm(state, { recursive: true });
  });

  function read() {
    return readSaleEvents(
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
  }

  const cacheFile = () => path.join(state, "ticket-mint", `1-${ADDRESS}`, "sale-events.json");

  it("are the sales and the codes since the deployment, in one question", async () => {
    const { block, sold: sales, codes } = await read();
    expect(block).to.equal(200);
    expect(sales).to.deep.equal([sold(102, "alice", 2), sold(200, null, maxPerPurchase)]);
    expect([...codes]).to.deep.equal([[id("alice"), "alice"]]);
    expect(windows).to.deep.equal([[100, 200]]);
    expect(filters).to.deep.equal([
      {
        address: ADDRESS,
        topics: [[abi.getEvent("TicketsSold").topicHash, abi.getEvent("AffiliateSet").topicHash]],
      },
    ]);
  });

  it("leave out what is no event of these", async () => {
    logs.push({ ...soldLog(150, null, 1), topics: [id("Other()")], data: "0x" });
    const price = abi.encodeEventLog("TicketPriceSet", [1n, 2n]);
    logs.push({ blockNumber: hex(151), transactionHash: id("price"), ...price });
    expect((await read()).sold).to.have.length(2);
  });

  it("are an error when an endpoint invents a code that the contract would refuse", async () => {
    logs.push(codeLog(150, "\u001b[2Kcode"));
    const error = await read().catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(TaskError);
    expect(error).to.have.property(
      "message",
      'An endpoint reports a code that the contract would refuse: "\\u001b[2Kcode"',
    );
  });

  it("are read 10,000 blocks at a time", async () => {
    head = 20_099;
    await read();
    expect(windows).to.deep.equal([
      [100, 10_099],
      [10_100, 20_099],
    ]);
  });

  it("are read in halves of what an endpoint refuses, from where it got to", async () => {
    most = 30;
    expect((await read()).sold).to.have.length(2);
    expect(windows.slice(0, 4)).to.deep.equal([
      [100, 200],
      [100, 149],
      [100, 124],
      [125, 149],
    ]);
    const answered = windows.filter(([from, to]) => to - from < most);
    expect(answered.reduce((sum, [from, to]) => sum + to - from + 1, 0)).to.equal(101);
    expect(answered.at(-1)?.[1]).to.equal(200);
  });

  it("are an error when an endpoint refuses a single block", async () => {
    most = 0;
    const error = await read().catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(TaskError);
    expect(error).to.have.property(
      "message",
      "The events of blocks 100 to 100 can't be read: too many blocks, https://a.example/…",
    );
  });

  it("are kept, so that only new blocks are asked for", async () => {
    const first = await read();
    windows = [];
    expect(await read()).to.deep.equal(first);
    expect(windows).to.deep.equal([]);

    head = 203;
    logs.push(codeLog(201, "bob"), soldLog(203, "bob", 4));
    const { block, sold: sales, codes } = await read();
    expect(windows).to.deep.equal([[201, 203]]);
    expect(block).to.equal(203);
    expect(sales).to.deep.equal([...first.sold, sold(203, "bob", 4)]);
    expect([...codes.values()]).to.deep.equal(["alice", "bob"]);
    expect(await readdir(path.dirname(cacheFile()))).to.deep.equal([path.basename(cacheFile())]);
  });

  it("are kept with the window that the endpoint answered", async () => {
    most = 30;
    await read();
    windows = [];
    head = 260;
    await read();
    expect(windows[0]).to.deep.equal([201, 225]);
  });

  it("are kept, on a live chain, but for the newest 64 blocks", async () => {
    live = true;
    logs.push(soldLog(136, null, 1), soldLog(137, null, 3));
    const first = await read();
    windows = [];
    expect((await read()).sold).to.have.deep.members([...first.sold]);
    expect(windows).to.deep.equal([[137, 200]]);
  });

  it("are not kept, on a live chain, within 64 blocks of the deployment", async () => {
    live = true;
    head = 163;
    await read();
    expect(await readdir(state)).to.deep.equal([]);
    head = 164;
    await read();
    windows = [];
    await read();
    expect(windows).to.deep.equal([[101, 164]]);
  });

  it("never forget what was kept when the chain's head is behind", async () => {
    await read();
    live = true;
    head = 210;
    await read();
    windows = [];
    await read();
    expect(windows).to.deep.equal([[201, 210]]);
  });

  it("are kept before a block whose hash the endpoint does not know", async () => {
    missing = 200;
    expect((await read()).sold).to.have.length(2);
    expect(await readdir(state)).to.deep.equal([]);
  });

  it("are read all the same where nothing can be kept", async () => {
    await writeFile(path.join(state, "ticket-mint"), "a file");
    expect((await read()).sold).to.have.length(2);
  });

  describe("are read anew", () => {
    async function expectReadAnew(): Promise<void> {
      windows = [];
      logs = [soldLog(150, null, 9)];
      expect((await read()).sold).to.deep.equal([sold(150, null, 9)]);
      expect(windows).to.deep.equal([[100, 200]]);
    }

    async function edit(from: string, to: string): Promise<void> {
      const kept = await readFile(cacheFile(), "utf8");
      expect(kept).to.contain(from);
      await writeFile(cacheFile(), kept.replace(from, to));
    }

    beforeEach(() => read());

    it("of a chain that was rewritten", async () => {
      fork = "second";
      await expectReadAnew();
    });

    it("when one endpoint had told them, and two have to agree now", async () => {
      checked = true;
      await expectReadAnew();
      windows = [];
      await read();
      expect(windows).to.deep.equal([]);
    });

    it("of another deployment at the address", async () => {
      transactionHash = id("another deployment");
      await expectReadAnew();
    });

    it("when what was kept is of another version, or no JSON", async () => {
      await edit('"version":1,', '"version":2,');
      await expectReadAnew();
      await writeFile(cacheFile(), "{");
      await expectReadAnew();
    });

    it("when what was kept is ahead of the chain", async () => {
      await edit('"block":200,"blockHash"', '"block":201,"blockHash"');
      await expectReadAnew();
    });
  });
});
