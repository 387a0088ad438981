import { id, toQuantity, ZeroHash, zeroPadValue } from "ethers";
import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import type { PendingPurchase } from "../../domain/order/sale.ts";
import type { RpcCall, Transport } from "../rpc/transport.ts";
import { newMemory, type Others } from "./sale-search.ts";
import { createObserver } from "./sighting.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const STRANGER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;
const NEIGHBOUR = `0x${"ef".repeat(32)}`;
const UNRELATED = `0x${"77".repeat(32)}`;

const sale = ITicket__factory.createInterface();
const observe = createObserver(TICKET, sale);

/** The page asked the wallet at block 10, so the search starts at block 11. */
const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER });
/** If the nonce is known, the search starts six blocks earlier, at block 5. */
const known: PendingPurchase = { ...pending, nonce: 5 };
const bySafe: PendingPurchase = { ...pending, byContract: true };

const alone: Others = {
  has: () => false,
  names: () => false,
  usesNonce: () => false,
  hasOlderTwin: () => false,
};
const besideTwin: Others = { ...alone, hasOlderTwin: () => true };
const isNeighbour = (hash: string) => hash.toLowerCase() === NEIGHBOUR;
const besideNeighbour: Others = { ...alone, has: isNeighbour, names: isNeighbour };

const inCapitals = (hash: string) => `0x${hash.slice(2).toUpperCase()}`;

function soldLog({
  first = 7n,
  quantity = 2n,
  transactionHash = OTHER_HASH,
}: {
  first?: bigint;
  quantity?: bigint;
  transactionHash?: string;
} = {}) {
  const { payable } = pending.order;
  const values = [BUYER, BUYER, ZeroHash, first, quantity, payable];
  return { address: TICKET, ...sale.encodeEventLog("TicketsSold", values), transactionHash };
}

const receipt = (transactionHash: string, logs: readonly object[], block = 12) => ({
  status: "0x1",
  blockNumber: toQuantity(block),
  transactionHash,
  logs,
});

const ours = (first = 7n) => receipt(HASH, [soldLog({ first, transactionHash: HASH })]);
const theirs = receipt(OTHER_HASH, [soldLog()]);
const bought = (transactionHash: string) => ({
  kind: "bought",
  purchase: { transactionHash, firstTokenId: 7n, quantity: 2 },
});

type Answers = Readonly<Record<string, unknown>>;

const of = (known: Readonly<Record<string, unknown>>) => (hash: string) => known[hash] ?? null;

const logsAt =
  (block: number, ...logs: readonly object[]) =>
  ({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) =>
    Number(fromBlock) <= block && block <= Number(toBlock) ? logs : [];

const waiting: Answers = {
  eth_blockNumber: toQuantity(12),
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: of({ [HASH]: { from: BUYER, nonce: "0x5" } }),
  eth_getTransactionCount: "0x5",
  eth_getLogs: [],
};

/** Another transaction sold the tickets. No endpoint knows the purchase's own transaction. */
const replacedBy = (nonce: string): Answers => ({
  eth_getTransactionByHash: of({ [OTHER_HASH]: { from: BUYER, nonce } }),
  eth_getTransactionReceipt: of({ [OTHER_HASH]: theirs }),
  eth_getTransactionCount: "0x6",
  eth_getLogs: logsAt(12, soldLog()),
});

const unlisted: Answers = {
  eth_getBlockByNumber: () => {
    throw new Error("response too large");
  },
};

const executed = (...logs: readonly object[]): Answers => ({
  eth_getTransactionByHash: null,
  eth_getTransactionReceipt: of({ [OTHER_HASH]: receipt(OTHER_HASH, [...logs, soldLog()]) }),
  eth_getLogs: logsAt(12, soldLog()),
});

function follow(what: PendingPurchase, memory = newMemory()) {
  return async (answers: Answers, others: Others = alone) => {
    const calls: RpcCall[] = [];
    let trips = 0;
    const single = transportOf(async (call, accept) => {
      calls.push(call);
      const answer = { ...waiting, ...answers }[call.method];
      return accept(typeof answer === "function" ? answer(...call.params) : answer);
    });
    const endpoint: Transport = {
      request(call, accept, signal) {
        trips += 1;
        return single.request(call, accept, signal);
      },
      requestAll(asked, accept, signal) {
        trips += 1;
        return single.requestAll(asked, accept, signal);
      },
    };
    const look = await observe(endpoint, what, memory, others, new AbortController().signal);
    const asked = (method: string) =>
      calls.flatMap((call) => (call.method === method ? [call.params] : []));
    const windows = asked("eth_getLogs").map(([filter]) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      return [Number(fromBlock), Number(toBlock)];
    });
    return { ...look, asked, windows, trips };
  };
}

describe("the tickets of a sale", () => {
  const SIZE = BigInt(collection.size);
  const MAX = BigInt(collection.maxPerPurchase);

  it.each([
    [1n, 1n],
    [1n, MAX],
    [SIZE - MAX + 1n, MAX],
    [SIZE, 1n],
  ])("are the collection's: from %s, %s of them", async (firstTokenId, quantity) => {
    const log = soldLog({ first: firstTokenId, quantity, transactionHash: HASH });
    const { sighting } = await follow(pending)({ eth_getTransactionReceipt: receipt(HASH, [log]) });
    expect(sighting).toMatchObject({ purchase: { firstTokenId, quantity: Number(quantity) } });
  });

  it.each([
    [0n, 1n],
    [0n, 2n],
    [SIZE - MAX + 2n, MAX],
    [SIZE, 2n],
    [SIZE + 1n, 1n],
  ])("can't be others, which fails the look: from %s, %s of them", async (first, quantity) => {
    const log = soldLog({ first, quantity, transactionHash: HASH });
    const look = follow(pending)({ eth_getTransactionReceipt: receipt(HASH, [log]) });
    await expect(look).rejects.toThrow(TypeError);
  });
});

describe("a log", () => {
  it.each<[string, PendingPurchase, Answers]>([
    ["receipt", bySafe, { eth_getTransactionReceipt: null }],
    ["transaction", known, { eth_getTransactionByHash: null }],
  ])("without its %s is looked for again", async (_, what, missing) => {
    const memory = newMemory();
    const look = follow(what, memory);
    const { sighting } = await look({ ...replacedBy("0x5"), ...missing, ...unlisted });
    expect(sighting.kind).toBe("waiting");
    expect(memory).toMatchObject({ found: null, searched: null, range: 500 });
    expect((await look(replacedBy("0x5"))).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("of another sale is asked about once", async () => {
    const look = follow(known);
    const other = { ...replacedBy("0x4"), ...unlisted };
    const first = await look(other);
    const second = await look({ ...other, eth_blockNumber: toQuantity(13) });
    expect(first.asked("eth_getTransactionByHash")).toEqual([[HASH], [OTHER_HASH]]);
    expect(second.asked("eth_getTransactionByHash")).toEqual([[HASH]]);
    expect(second.sighting).toEqual({ kind: "waiting", because: "unproven" });
  });

  it("whose nonce is another purchase's is not taken for this one", async () => {
    const { sighting } = await follow(pending)(replacedBy("0x5"), {
      ...alone,
      usesNonce: (nonce) => nonce === 5,
    });
    expect(sighting).toEqual({ kind: "waiting", because: "unknown" });
  });
});

describe("a Safe's purchase", () => {
  const SAFE_EXECUTION = id("ExecutionSuccess(bytes32,uint256)");
  const OTHER_EVENT = id("Executed(bytes32,uint256)");
  const event = (address: string, topics: readonly string[], data = "0x") => ({
    address,
    topics,
    data,
    transactionHash: OTHER_HASH,
  });
  it("is the one that it says it has executed, however the hash is spelt", async () => {
    for (const own of [HASH, inCapitals(HASH)]) {
      const look = follow({ ...bySafe, transactionHash: own });
      const answers = executed(event(BUYER, [SAFE_EXECUTION, inCapitals(HASH)]));
      expect((await look(answers, besideTwin)).sighting).toMatchObject(bought(OTHER_HASH));
    }
  });

  it.each([HASH, null])(
    "is not the one of which it says that it has executed another's, if its hash is %s",
    async (transactionHash) => {
      const look = follow({ ...bySafe, transactionHash });
      const answers = executed(event(BUYER, [SAFE_EXECUTION, NEIGHBOUR]));
      const { sighting } = await look(answers, besideNeighbour);
      expect(sighting).toEqual({ kind: "waiting", because: "unknown" });
    },
  );

  it("is not one under which its Safe has executed another hash, whoever's that is", async () => {
    const look = follow({ ...bySafe, transactionHash: HASH });
    const { sighting } = await look(executed(event(BUYER, [SAFE_EXECUTION, UNRELATED])));
    expect(sighting).toEqual({ kind: "waiting", because: "unknown" });
  });

  it.each([
    ["an execution of another Safe", event(STRANGER, [SAFE_EXECUTION, UNRELATED])],
    ["another event of its Safe", event(BUYER, [OTHER_EVENT, UNRELATED])],
  ])("is not decided by %s", async (_, log) => {
    const { sighting } = await follow(bySafe)(executed(log));
    expect(sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("is searched for although an endpoint knows its hash", async () => {
    const { sighting, asked } = await follow(bySafe)({});
    const blocks = { fromBlock: toQuantity(11), toBlock: toQuantity(12) };
    expect(asked("eth_getLogs")).toMatchObject([
      [{ address: TICKET, ...blocks }],
      [{ address: BUYER, ...blocks, topics: [id("ExecutionFailure(bytes32,uint256)")] }],
    ]);
    expect(sighting).toEqual({ kind: "waiting", because: "pending" });
  });

  it("under the hash that the wallet gave is no matter of a nonce", async () => {
    const { sighting, nonce, asked } = await follow(bySafe)({ eth_getTransactionReceipt: ours() });
    expect(sighting).toMatchObject(bought(HASH));
    expect(nonce).toBeNull();
    expect(asked("eth_getTransactionCount")).toEqual([]);
  });
});

describe("the search for a purchase", () => {
  const unknown: Answers = { eth_getTransactionByHash: null };
  const upTo = (head: number): Answers => ({ ...unknown, eth_blockNumber: toQuantity(head) });

  it("is not begun while the transaction is known and its nonce is unused", async () => {
    const { sighting, head, asked, windows } = await follow(pending)({});
    expect(sighting).toEqual({ kind: "waiting", because: "pending" });
    expect(head).toBe(12);
    expect(windows).toEqual([]);
    expect(asked("eth_blockNumber")).toEqual([[]]);
    expect(asked("eth_getTransactionCount")).toEqual([[BUYER, "latest"]]);
  });

  it("is begun once the nonce is used, although an endpoint still knows the transaction", async () => {
    const transactions = {
      [HASH]: { from: BUYER, nonce: "0x5" },
      [OTHER_HASH]: { from: BUYER, nonce: "0x5" },
    };
    const { sighting } = await follow(pending)({
      ...replacedBy("0x5"),
      eth_getTransactionByHash: of(transactions),
    });
    expect(sighting).toMatchObject(bought(OTHER_HASH));
  });

  it.each([9, 10])(
    "has nothing to ask of an endpoint at block %s, before the purchase",
    async (head) => {
      const { sighting, windows } = await follow(pending)(upTo(head));
      expect(sighting).toEqual({ kind: "waiting", because: "unknown" });
      expect(windows).toEqual([]);
    },
  );

  it("asks for the first block after the purchase", async () => {
    const { windows } = await follow(pending)(upTo(11));
    expect(windows).toEqual([[11, 11]]);
  });

  it("denies nothing where there is no block to search: the endpoint is behind", async () => {
    const { sighting, windows } = await follow(known)({
      ...upTo(4),
      eth_getTransactionCount: "0x6",
    });
    expect(windows).toEqual([]);
    expect(sighting).toMatchObject({ kind: "waiting" });
  });

  it("takes up to four ranges a look, from both ends, and goes on in the next one", async () => {
    const look = follow(pending);
    expect((await look(upTo(3_000))).windows).toEqual([
      [2_501, 3_000],
      [11, 510],
      [2_001, 2_500],
      [511, 1_010],
    ]);
    expect((await look(upTo(3_001))).windows).toEqual([
      [2_995, 3_001],
      [1_501, 2_000],
      [1_011, 1_500],
    ]);
    expect((await look(upTo(3_001))).windows).toEqual([]);
  });

  it("begins anew when more blocks were missed than a look takes", async () => {
    const look = follow(pending);
    await look(upTo(1_000));
    expect((await look(upTo(3_000))).windows[0]).toEqual([995, 1_494]);
    expect((await look(upTo(5_001))).windows[0]).toEqual([4_502, 5_001]);
  });

  it("begins again when an endpoint takes back a newest block that was far too high", async () => {
    const look = follow(pending);
    await look(upTo(1_000_000));
    expect((await look(upTo(15))).windows).toEqual([[11, 15]]);
  });

  it("finds the sale although an endpoint once told a false nonce, and took it back", async () => {
    const look = follow(pending);
    const told = (from: string) => of({ [HASH]: { from, nonce: "0x9" } });
    await look({ eth_getTransactionByHash: told(BUYER) });
    await look({ eth_getTransactionByHash: told(STRANGER) });
    expect((await look(replacedBy("0x5"))).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("ends where the purchase is found, before older blocks", async () => {
    const look = follow(known);
    await look({ ...upTo(1_000), eth_getTransactionCount: "0x6" });
    const { sighting, windows } = await look({
      ...replacedBy("0x5"),
      eth_blockNumber: toQuantity(1_001),
      eth_getLogs: logsAt(1_001, soldLog()),
    });
    expect(sighting).toMatchObject(bought(OTHER_HASH));
    expect(windows).toEqual([[995, 1_001]]);
  });

  it("is made again where an older purchase of the same order could be meant", async () => {
    const look = follow(pending);
    const sold: Answers = {
      ...replacedBy("0x5"),
      eth_blockNumber: toQuantity(40),
      eth_getLogs: logsAt(11, soldLog()),
    };
    const undecided = await look(sold, besideTwin);
    expect(undecided.sighting).toEqual({ kind: "waiting", because: "unknown" });
    const decided = await look(sold);
    expect(decided.sighting).toMatchObject(bought(OTHER_HASH));
    expect(decided.windows).toEqual([[11, 40]]);
  });
});

describe("a purchase that was found under another hash", () => {
  const sold: Answers = {
    ...replacedBy("0x5"),
    eth_blockNumber: toQuantity(40),
    eth_getLogs: logsAt(30, soldLog()),
  };

  it("is looked at again, and not searched for", async () => {
    const look = follow(known);
    await look(sold);
    const { sighting, windows, asked } = await look(sold);
    expect(sighting).toMatchObject(bought(OTHER_HASH));
    expect(windows).toEqual([]);
    expect(asked("eth_getTransactionByHash")).toEqual([[OTHER_HASH]]);
    expect(asked("eth_getTransactionReceipt")).toEqual([[OTHER_HASH]]);
  });

  it("waits for an endpoint that has its log and not yet its receipt", async () => {
    const look = follow(known);
    const early = await look({ ...sold, ...unlisted, eth_getTransactionReceipt: null });
    expect(early.sighting).toEqual({ kind: "waiting", because: "unproven" });
    expect((await look(sold)).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("is searched for in all blocks once that one is gone", async () => {
    const look = follow(known);
    await look(sold);
    const gone = { ...sold, ...unlisted, eth_getTransactionReceipt: null, eth_getLogs: [] };
    const { sighting, windows } = await look(gone);
    expect(sighting).toEqual({ kind: "waiting", because: "unproven" });
    expect(windows).toEqual([[5, 40]]);
  });
});

describe("a nonce that another transaction has used", () => {
  const CANCELLED_AT = 1_234;
  const cancelled: Answers = {
    eth_blockNumber: toQuantity(7_210),
    eth_getTransactionByHash: null,
    eth_getTransactionCount: (_: string, block: string) =>
      block === "latest" || Number(block) >= CANCELLED_AT ? "0x6" : "0x5",
    eth_getBlockByNumber: (block: string) => ({
      transactions:
        Number(block) === CANCELLED_AT
          ? [
              { hash: UNRELATED, from: STRANGER, nonce: "0x5" },
              { hash: OTHER_HASH, from: inCapitals(BUYER), nonce: "0x5" },
            ]
          : [],
    }),
    eth_getTransactionReceipt: of({ [OTHER_HASH]: receipt(OTHER_HASH, [], CANCELLED_AT) }),
  };
  const replaced = {
    kind: "notBought",
    failure: { reason: "replaced", by: OTHER_HASH },
    block: CANCELLED_AT,
  };

  it("is found by halving over a day's blocks, and not asked for again", async () => {
    const look = follow(known);
    const first = await look(cancelled);
    expect(first.sighting).toEqual(replaced);
    expect(first.asked("eth_getTransactionCount").length).toBeLessThanOrEqual(15);
    expect(first.asked("eth_getBlockByNumber")).toEqual([[toQuantity(CANCELLED_AT), true]]);
    const second = await look(cancelled);
    expect(second.sighting).toEqual(replaced);
    expect(second.asked("eth_getTransactionCount")).toEqual([[BUYER, "latest"]]);
    expect(second.asked("eth_getBlockByNumber")).toEqual([]);
  });

  it("is found anew when a reorganisation has taken it back", async () => {
    const look = follow(known);
    await look(cancelled);
    const unused = await look({ ...cancelled, eth_getTransactionCount: "0x5" });
    expect(unused.sighting).toEqual({ kind: "waiting", because: "unknown" });
    const again = await look(cancelled);
    expect(again.asked("eth_getBlockByNumber")).toHaveLength(1);
  });

  it("by the purchase itself is waited for: its receipt is late", async () => {
    const { sighting } = await follow(known)({
      ...cancelled,
      eth_getTransactionReceipt: null,
      eth_getBlockByNumber: { transactions: [{ hash: HASH, from: BUYER, nonce: "0x5" }] },
    });
    expect(sighting).toEqual({ kind: "waiting", because: "unproven" });
  });

  it("by another purchase whose wallet has named it bought nothing for this one", async () => {
    const { sighting } = await follow(known)(
      {
        ...cancelled,
        eth_getTransactionReceipt: of({
          [OTHER_HASH]: receipt(OTHER_HASH, [soldLog()], CANCELLED_AT),
        }),
      },
      { ...alone, has: () => true, names: () => true },
    );
    expect(sighting).toEqual(replaced);
  });
});

describe("the hash that the wallet gave", () => {
  it("tells a mined purchase and its nonce in one round trip", async () => {
    const { sighting, nonce, trips } = await follow(pending)({ eth_getTransactionReceipt: ours() });
    expect(sighting).toMatchObject(bought(HASH));
    expect(nonce).toBe(5);
    expect(trips).toBe(1);
  });

  it("may be in a block that took the place of one before it was sent, when the nonce tells that it is no old one", async () => {
    const logs = [soldLog({ transactionHash: HASH })];
    const mined: Answers = { eth_getTransactionReceipt: receipt(HASH, logs, 10) };
    const { nonceFrom } = pending;
    const old: Answers = {
      ...mined,
      eth_getTransactionByHash: { from: BUYER, nonce: toQuantity(nonceFrom - 1) },
    };
    expect((await follow(known)(mined)).sighting).toEqual({ ...bought(HASH), block: 10 });
    expect((await follow(pending)(mined)).sighting).toEqual({ ...bought(HASH), block: 10 });
    expect((await follow(pending)(old)).sighting).toEqual({ kind: "waiting", because: "unproven" });
  });

  it("says nothing when its transaction has sold to another owner", async () => {
    const elsewhere = soldLog({ transactionHash: HASH });
    const topics = [...elsewhere.topics];
    topics[2] = zeroPadValue(STRANGER, 32);
    const { sighting } = await follow(pending)({
      eth_getTransactionReceipt: of({ [HASH]: receipt(HASH, [{ ...elsewhere, topics }]) }),
    });
    expect(sighting).toEqual({ kind: "waiting", because: "unproven" });
  });
});

describe("the chain's first block", () => {
  const GENESIS = `0x${"9e".repeat(32)}`;
  const before: PendingPurchase = { ...pending, genesis: GENESIS };
  const anew: Answers = { eth_getBlockByNumber: { hash: UNRELATED } };

  it("is not asked for while the transaction is known", async () => {
    const { sighting, asked } = await follow(before)(anew);
    expect(sighting).toEqual({ kind: "waiting", because: "pending" });
    expect(asked("eth_getBlockByNumber")).toEqual([]);
  });

  it("is asked for when it is not", async () => {
    const unknown: Answers = { ...anew, eth_getTransactionByHash: null };
    const { sighting, asked } = await follow(before)(unknown);
    expect(sighting).toEqual({
      kind: "notBought",
      failure: { reason: "chainReset" },
      block: 0,
    });
    expect(asked("eth_getBlockByNumber")).toEqual([["0x0", false]]);
  });
});

describe("a purchase for another address", () => {
  const gift: PendingPurchase = {
    ...pending,
    order: { ...pending.order, recipient: STRANGER },
  };
  const soldTo = (to: string) => {
    const values = [BUYER, to, ZeroHash, 7n, 2n, pending.order.payable];
    const log = { address: TICKET, ...sale.encodeEventLog("TicketsSold", values) };
    return {
      eth_getTransactionReceipt: of({ [HASH]: receipt(HASH, [{ ...log, transactionHash: HASH }]) }),
    };
  };

  it("is a sale to that address", async () => {
    const { sighting } = await follow(gift)(soldTo(STRANGER.toLowerCase()));
    expect(sighting).toMatchObject(bought(HASH));
  });

  it("is not a sale to the buyer", async () => {
    const { sighting } = await follow(gift)(soldTo(BUYER));
    expect(sighting.kind).not.toBe("bought");
  });

  it("is not what a purchase for the buyer sold", async () => {
    const { sighting } = await follow(pending)(soldTo(STRANGER));
    expect(sighting.kind).not.toBe("bought");
  });
});
