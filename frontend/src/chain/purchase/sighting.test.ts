import { id, toQuantity, zeroPadValue } from "ethers";
import { describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import {
  alone,
  BUYER,
  HASH,
  mined,
  OTHER_HASH,
  replacing,
  STRANGER,
  sale,
  selling,
  sent,
  soldLog,
  TICKET,
  type Told,
  toldChain,
  type View,
  windowsOf,
} from "../../../../test/doubles/rpc/told-chain.ts";
import type { PendingPurchase } from "../../domain/order/purchase.ts";
import { MOST_SALES, newMemory, type Others } from "./sale-search.ts";
import { createObserver } from "./sighting.ts";

const NEIGHBOUR = `0x${"ef".repeat(32)}`;
const UNRELATED = `0x${"77".repeat(32)}`;
const GENESIS = `0x${"9e".repeat(32)}`;

const observe = createObserver(TICKET, sale);

/** The page asked the wallet at block 10, so the search starts at block 11. */
const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER });
/** If the nonce is known, the search starts six blocks earlier, at block 5. */
const known: PendingPurchase = { ...pending, nonce: 5 };
const bySafe: PendingPurchase = { ...pending, byContract: true };
const unanswered: PendingPurchase = { ...pending, transactionHash: null };
const gift: PendingPurchase = { ...pending, order: { ...pending.order, recipient: STRANGER } };
const behind: PendingPurchase = { ...pending, nonceFrom: 4 };
const inLowerCase = { ...pending, buyer: BUYER.toLowerCase() };
const local: PendingPurchase = { ...pending, genesis: GENESIS };

const besideTwin: Others = { ...alone, hasOlderTwin: () => true };
const usingNonce5: Others = { ...alone, usesNonce: (nonce) => nonce === 5 };
const having = (hash: string): Others => ({ ...alone, has: (other) => other === hash });
const naming = (named: string): Others => {
  const isNamed = (hash: string) => hash.toLowerCase() === named;
  return { ...alone, has: isNamed, names: isNamed };
};

const inCapitals = (hash: string) => `0x${hash.slice(2).toUpperCase()}`;
const fails = () => {
  throw new Error("response too large");
};

const bought = (transactionHash: string, fields?: object) => ({
  kind: "bought",
  purchase: { transactionHash, firstTokenId: 7n, quantity: 2, ...fields },
});
const denied = (failure: object, block = 12) => ({ kind: "notBought", failure, block });
const reverted = denied({ reason: "reverted", refusal: null });
const soldNothing = (by: string) => denied({ reason: "soldNothing", by });
const replaced = (block = 12) => denied({ reason: "replaced", by: OTHER_HASH }, block);
const waiting = (because: string) => ({ kind: "waiting", because });

const only = (...transactions: readonly Told[]): View => ({ transactions });
/** No endpoint knows the wallet's hash. */
const unknown: View = only();

function follow(what: PendingPurchase, memory = newMemory()) {
  return async (view: View, others: Others = alone, now = what) => {
    const endpoint = toldChain(() => view);
    const trips = (["request", "requestAll"] as const).map((way) =>
      vi.spyOn(endpoint.transport, way),
    );
    const { signal } = new AbortController();
    const look = await observe(endpoint.transport, now, memory, others, signal);
    return {
      ...look,
      asked: endpoint.asked,
      windows: windowsOf(endpoint),
      trips: trips.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    };
  };
}

type Case = [string, PendingPurchase, View, unknown, Others?];

const judge = async ([, what, view, sighting, others]: Case) =>
  expect((await follow(what)(view, others)).sighting).toMatchObject(sighting as object);

describe("the tickets of a sale", () => {
  const SIZE = BigInt(collection.size);
  const MAX = BigInt(collection.maxPerPurchase);
  const look = (first: bigint, quantity: bigint) =>
    follow(pending)(only(mined({ logs: [soldLog(first, { quantity })] })));

  it.each([
    [1n, 1n],
    [1n, MAX],
    [SIZE - MAX + 1n, MAX],
    [SIZE, 1n],
  ])("are the collection's: from %s, %s of them", async (firstTokenId, quantity) => {
    const { sighting } = await look(firstTokenId, quantity);
    expect(sighting).toMatchObject({ purchase: { firstTokenId, quantity: Number(quantity) } });
  });

  it.each([
    [0n, 1n],
    [0n, 2n],
    [SIZE - MAX + 2n, MAX],
    [SIZE, 2n],
    [SIZE + 1n, 1n],
  ])("can't be others, which fails the look: from %s, %s of them", async (first, quantity) => {
    await expect(look(first, quantity)).rejects.toThrow(TypeError);
  });
});

describe("a receipt", () => {
  const log = soldLog(7n);
  const receipt = (fields: object) => ({
    eth_getTransactionReceipt: {
      status: "0x1",
      blockNumber: "0xc",
      transactionHash: HASH,
      logs: [],
      ...fields,
    },
  });
  const logging = (fields: object) =>
    receipt({ logs: [{ ...log, transactionHash: HASH, ...fields }] });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["that is empty", { eth_getTransactionReceipt: {} }],
    ["without logs", receipt({ logs: undefined })],
    ["of another transaction", receipt({ transactionHash: OTHER_HASH })],
    ["with another transaction's log", logging({ transactionHash: OTHER_HASH })],
    ["with a list for a log", receipt({ logs: [[]] })],
    ["with a log that is null", receipt({ logs: [null] })],
    ["with a log without a contract", logging({ address: null })],
    ["with topics that are none", logging({ topics: [7] })],
    ["with an event cut short", logging({ data: "0x01" })],
    ["with a hash that is markup", logging({ transactionHash: "<b>" })],
  ])("%s fails the look", async (_, tells) => {
    await expect(follow(pending)({ tells })).rejects.toThrow();
  });
});

describe("the hash that the wallet gave", () => {
  const bundle = [
    // A bundle's other operations may emit their logs first.
    { address: BUYER, topics: [], data: "0x" },
    soldLog(9n, { address: BUYER }),
    { address: TICKET, topics: [UNRELATED], data: "0x" },
    soldLog(9n, { buyer: TICKET }),
    soldLog(9n, { to: TICKET }),
    soldLog(9n, { quantity: 3n }),
    soldLog(9n, { paid: 1n }),
    soldLog(7n, { address: TICKET.toLowerCase() }),
  ];
  const logging = (...logs: readonly ReturnType<typeof soldLog>[]) => mined({ logs });
  const lessSold = soldLog(7n, { quantity: 1n, paid: 1n });
  const foreignSale = soldLog(1n, { address: BUYER });
  const byStranger = { ...only(sent({ from: STRANGER, nonce: 1 })), count: 9 };
  const paidByAnother = { from: STRANGER, nonce: 1, logs: [soldLog(7n, { buyer: STRANGER })] };
  const earlier = selling(7n, { block: 10 });

  it.each<[string, PendingPurchase, Told, object?]>([
    ["of this very order among a bundle's logs", pending, logging(...bundle)],
    ["of a buyer whose address the wallet spells otherwise", inLowerCase, selling(7n)],
    ["of less, which the wallet chose", pending, logging(lessSold), { quantity: 1 }],
    ["that another account of the wallet paid", pending, mined(paidByAnother)],
    ["in a block from before the purchase, if the stored nonce is its own", known, earlier],
    ["in a block from before the purchase, if its nonce is new", pending, earlier],
    ["of a gift, to that address", gift, logging(soldLog(7n, { to: STRANGER.toLowerCase() }))],
  ])("shows a sale %s", async (_, what, told, fields) => {
    const { sighting } = await follow(what)(only(told));
    expect(sighting).toEqual({ ...bought(HASH, fields), block: told.block });
  });

  it.each<Case>([
    ["no success without the event", pending, only(logging(foreignSale)), soldNothing(HASH)],
    ["a revert when its receipt says so", pending, only(mined({ status: "0x0" })), reverted],
    ["pending when another account sends", pending, byStranger, waiting("pending")],
    ["pending behind an earlier nonce", behind, { count: 4 }, waiting("behindNonce")],
  ])("is %s", async (...row) => judge(row));

  it.each<[string, PendingPurchase, Told]>([
    ["it is an old one that a wallet gives again", pending, selling(7n, { block: 10, nonce: 4 })],
    ["its sale has another owner", pending, logging(soldLog(7n, { to: STRANGER }))],
    ["its sale is the buyer's, and the purchase a gift", gift, selling(7n)],
  ])("says nothing when %s", async (_, what, told) => {
    expect((await follow(what)(only(told))).sighting).toEqual(waiting("unproven"));
  });

  it("tells a mined purchase and its nonce in one round trip", async () => {
    const { sighting, nonce, trips } = await follow(pending)(only(selling(7n)));
    expect(sighting).toMatchObject(bought(HASH));
    expect(nonce).toBe(5);
    expect(trips).toBe(1);
  });

  it.each([
    ["failed", mined({ to: STRANGER, status: "0x0" })],
    ["sold nothing", mined({ to: STRANGER })],
  ])("of another contract's call that %s denies nothing, and proves no nonce", async (_, call) => {
    const look = follow(pending);
    const first = await look(only(call));
    expect(first).toMatchObject({ sighting: waiting("unproven"), nonce: null });
    const real = replacing(7n, { nonce: 6, to: TICKET, block: 13 });
    const second = await look({ head: 13, transactions: [call, real] });
    expect(second).toMatchObject({ sighting: bought(OTHER_HASH), nonce: null });
  });
});

describe("a sale under another hash", () => {
  /** Lists no block, so only the search for the event finds the sale. */
  const logging = (...transactions: readonly Told[]): View => ({
    ...only(...transactions),
    tells: { eth_getBlockByNumber: fails },
  });
  const otherOrder = replacing(7n, { logs: [soldLog(7n, { quantity: 5n, paid: 7n })] });
  const third = { ...replacing(7n), hash: NEIGHBOUR, nonce: 6 };
  // If an account delegates (EIP-7702), another account may send its calls.
  const delegated = replacing(7n, { from: STRANGER, nonce: 0 });

  it.each<[string, PendingPurchase, readonly Told[], object?]>([
    ["has its nonce", known, [replacing()]],
    ["has its nonce, though the first hash is still known", pending, [sent(), replacing()]],
    ["has its nonce, whatever the order", known, [otherOrder], { quantity: 5 }],
    ["has its order, and the wallet has not answered", unanswered, [replacing()]],
    ["is in a bundle of another account", pending, [delegated]],
    ["is the right one of two", pending, [replacing(5n), third], { transactionHash: NEIGHBOUR }],
  ])("is this purchase when it %s", async (_, what, told, fields) => {
    const { sighting } = await follow(what)(logging(...told));
    expect(sighting).toMatchObject(bought(OTHER_HASH, fields));
  });

  it.each<[string, PendingPurchase, Told, Others?]>([
    ["its tickets were sold before", pending, replacing(5n)],
    ["its nonce was used before", pending, replacing(7n, { nonce: 4 })],
    ["its nonce is another purchase's", pending, replacing(), usingNonce5],
    ["its transaction is another purchase's", pending, replacing(), having(OTHER_HASH)],
    ["its tickets are the buyer's, and the purchase a gift", gift, replacing()],
  ])("is another's if %s", async (_, what, told, others) => {
    expect((await follow(what)(logging(told), others)).sighting).toEqual(waiting("unknown"));
  });

  it.each([4, 6])("is another's if its nonce is %d, and the purchase's own is 5", async (nonce) => {
    const view = { ...logging(replacing(7n, { nonce })), count: 6 };
    expect((await follow(known)(view)).sighting).toEqual(waiting("unproven"));
  });

  it("is found by its nonce when an endpoint refuses the logs", async () => {
    const tells = { eth_getLogs: new Error("query exceeds max block range") };
    const { sighting } = await follow(known)({ ...only(replacing()), tells });
    expect(sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("is searched for by the contract, the event, the buyer and the blocks since", async () => {
    const { asked } = await follow(known)(only(replacing()));
    expect(asked("eth_getLogs")).toEqual([
      [
        {
          address: TICKET,
          fromBlock: "0x5",
          toBlock: "0xc",
          topics: [sale.getEvent("TicketsSold").topicHash, zeroPadValue(BUYER, 32)],
        },
      ],
    ]);
  });

  it.each<[string, PendingPurchase, string]>([
    ["receipt", bySafe, "eth_getTransactionReceipt"],
    ["transaction", known, "eth_getTransactionByHash"],
  ])("without its %s is looked for again", async (_, what, method) => {
    const memory = newMemory();
    const look = follow(what, memory);
    const tells = { [method]: null, eth_getBlockByNumber: fails };
    const { sighting } = await look({ ...only(replacing()), tells });
    expect(sighting.kind).toBe("waiting");
    expect(memory).toMatchObject({ found: null, searched: null, range: 500 });
    expect((await look(only(replacing()))).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("that is another's is asked about once", async () => {
    const look = follow(known);
    const other = { ...logging(replacing(7n, { nonce: 4 })), count: 6 };
    const first = await look(other);
    const second = await look({ ...other, head: 13 });
    expect(first.asked("eth_getTransactionByHash")).toEqual([[HASH], [OTHER_HASH]]);
    expect(second.asked("eth_getTransactionByHash")).toEqual([[HASH]]);
    expect(second.sighting).toEqual(waiting("unproven"));
  });

  it("gives no nonce to a purchase whose wallet has not answered, and denies it nothing", async () => {
    const look = follow(unanswered);
    const first = await look(only(replacing()));
    expect(first).toMatchObject({ sighting: bought(OTHER_HASH), nonce: null });
    // After a reorganisation the wallet's answer shows that this page's transaction is another.
    const gone = mined({ hash: OTHER_HASH, status: "0x0", to: TICKET, block: 13 });
    const second = await look({ head: 15, transactions: [gone] }, alone, pending);
    expect(second).toMatchObject({ sighting: waiting("unproven"), nonce: null });
  });
});

describe("a Safe's purchase", () => {
  const SUCCESS = id("ExecutionSuccess(bytes32,uint256)");
  const FAILURE = id("ExecutionFailure(bytes32,uint256)");
  const event = (address: string, topics: readonly string[], data = "0x") => ({
    address,
    topics,
    data,
  });
  const succeeded = (named: string) => event(BUYER, [SUCCESS, named]);
  const beforeVersion14 = event(BUYER, [SUCCESS], `${HASH}${"00".repeat(32)}`);
  /** The transaction's sale, and what else it logs. */
  const executed = (...logs: readonly ReturnType<typeof event>[]) =>
    only(replacing(7n, { from: STRANGER, logs: [...logs, soldLog(7n)] }));
  const proposal = only(mined({ from: STRANGER, nonce: 1, to: BUYER }));
  const sold = (fields: Parameters<typeof soldLog>[1], first = 7n) =>
    only(replacing(7n, { logs: [soldLog(first, fields)] }));
  const failing = (named: string) => {
    const logs = [event(BUYER, [FAILURE, named])];
    return only(mined({ hash: OTHER_HASH, from: STRANGER, to: BUYER, logs }));
  };
  const named = succeeded(inCapitals(HASH));
  const inSpelling = { ...bySafe, transactionHash: inCapitals(HASH) };
  const unnamed = { ...bySafe, transactionHash: null };
  const elsewhere = event(STRANGER, [SUCCESS, UNRELATED]);
  const otherEvent = event(BUYER, [id("Executed(bytes32,uint256)"), UNRELATED]);

  it.each<[string, PendingPurchase, View, Others?]>([
    ["names its hash, before version 1.4", bySafe, executed(beforeVersion14), besideTwin],
    ["names its hash, since version 1.4", bySafe, executed(named), besideTwin],
    ["names its hash, in whatever spelling", inSpelling, executed(named), besideTwin],
    ["names no hash", bySafe, executed()],
    ["is beside an execution of another Safe", bySafe, executed(elsewhere)],
    ["is beside another event of its Safe", bySafe, executed(otherEvent)],
  ])("is the sale that %s", async (_, what, view, others) => {
    expect((await follow(what)(view, others)).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it.each<[string, PendingPurchase, View, Others?]>([
    ["names another purchase's hash", bySafe, executed(succeeded(NEIGHBOUR)), naming(NEIGHBOUR)],
    ["names another's, not having one", unnamed, executed(succeeded(NEIGHBOUR)), naming(NEIGHBOUR)],
    ["names another hash, whoever's that is", bySafe, executed(succeeded(UNRELATED))],
    ["names none, while an older one of the same order is open", bySafe, executed(), besideTwin],
    ["has an earlier ticket", bySafe, sold({}, 6n)],
    ["has another quantity", bySafe, sold({ quantity: 3n })],
    ["has another price", bySafe, sold({ paid: 1n })],
  ])("is not a sale that %s", async (_, what, view, others) => {
    expect((await follow(what)(view, others)).sighting).toEqual(waiting("unknown"));
  });

  it.each<Case>([
    ["denied by the Safe's own event of failure", bySafe, failing(HASH), soldNothing(OTHER_HASH)],
    ["not denied by the failure of something else", bySafe, failing(UNRELATED), waiting("unknown")],
    ["not denied by a mined proposal without a sale", bySafe, proposal, waiting("unproven")],
  ])("is %s", async (...row) => judge(row));

  it("is searched for although an endpoint knows its hash", async () => {
    const { sighting, asked } = await follow(bySafe)({});
    const blocks = { fromBlock: toQuantity(11), toBlock: toQuantity(12) };
    expect(asked("eth_getLogs")).toMatchObject([
      [{ address: TICKET, ...blocks }],
      [{ address: BUYER, ...blocks, topics: [FAILURE] }],
    ]);
    expect(sighting).toEqual(waiting("pending"));
  });

  it("under the hash that the wallet gave is no matter of a nonce", async () => {
    const { sighting, nonce, asked } = await follow(bySafe)(only(selling(7n)));
    expect(sighting).toMatchObject(bought(HASH));
    expect(nonce).toBeNull();
    expect(asked("eth_getTransactionCount")).toEqual([]);
  });

  it("is found under another hash when its owner speeds up the Safe's transaction", async () => {
    const look = follow(bySafe);
    await look(only(sent({ from: STRANGER, nonce: 1, to: BUYER })));
    const logs = [succeeded(UNRELATED), soldLog(7n)];
    const sold = replacing(7n, { from: STRANGER, block: 13, logs });
    const { sighting } = await look({ head: 13, transactions: [sold] });
    expect(sighting).toMatchObject(bought(OTHER_HASH));
  });
});

describe("the search for a purchase", () => {
  const upTo = (head: number): View => ({ ...unknown, head });
  const used = (head: number): View => ({ ...unknown, head, count: 6 });
  /** Mainnet makes this many blocks in 5 hours. */
  const LONG = 1_500;

  it("is not begun while the transaction is known and its nonce is unused", async () => {
    const { sighting, head, asked, windows } = await follow(pending)({});
    expect(sighting).toEqual(waiting("pending"));
    expect(head).toBe(12);
    expect(windows).toEqual([]);
    expect(asked("eth_blockNumber")).toEqual([[]]);
    expect(asked("eth_getTransactionCount")).toEqual([[BUYER, "latest"]]);
  });

  it.each<[string, PendingPurchase, View, unknown, readonly (readonly number[])[]]>([
    ["has no block at an endpoint just before the purchase", pending, upTo(9), "unknown", []],
    ["has no block at an endpoint in the purchase's block", pending, upTo(10), "unknown", []],
    ["denies nothing at an endpoint far behind", known, used(4), "unproven", []],
    ["begins with the first block after the purchase", pending, upTo(11), "unknown", [[11, 11]]],
    [
      "takes four ranges, the newest and the oldest first",
      known,
      used(10 + LONG),
      "unproven",
      [
        [1_011, 1_510],
        [5, 504],
        [511, 1_010],
        [505, 510],
      ],
    ],
  ])("%s", async (_, what, view, because, expected) => {
    const { sighting, windows } = await follow(what)(view);
    expect(sighting).toEqual(waiting(String(because)));
    expect(windows).toEqual(expected);
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

  it("takes fewer blocks at an endpoint that refuses so many, which fails no look", async () => {
    const look = follow(known);
    const eth_getLogs = ({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) =>
      Number(toBlock) - Number(fromBlock) >= 10 ? new Error("range") : [];
    const refusing = { ...used(60), tells: { eth_getLogs, eth_getBlockByNumber: fails } };
    const windows: (readonly [number, number])[] = [];
    for (let at = 0; at < 8; at += 1) windows.push(...(await look(refusing)).windows);
    const ranges = windows.map(([from, to]) => to - from + 1);
    expect(ranges.slice(0, 4)).toEqual([56, 56, 31, 7]);
    expect(Math.max(...ranges.slice(4))).toBeLessThanOrEqual(7);
    expect(Math.min(...windows.slice(4).map(([from]) => from))).toBe(5);
  });

  it.each([
    [MOST_SALES, MOST_SALES, 500],
    [MOST_SALES + 1, 0, 125],
  ])(
    "that finds %d sales in a range asks about %d, and takes %d blocks next",
    async (listed, about, range) => {
      const memory = newMemory();
      const sales = Array.from({ length: listed }, (_, at) =>
        replacing(7n, { hash: id(String(at)), nonce: 4 }),
      );
      const { asked } = await follow(unanswered, memory)(only(...sales));
      expect(asked("eth_getTransactionByHash")).toHaveLength(about);
      expect([memory.range, memory.foreign.size]).toEqual([range, about]);
    },
  );

  it("takes no more than 20,000 older blocks in a visit", async () => {
    const look = follow(unanswered);
    let ranges = 0;
    for (let at = 0; at < 15; at += 1) ranges += (await look(upTo(1_000_000))).windows.length;
    expect(ranges).toBe(1 + 40);
  });

  it("begins again when more blocks were missed than a look takes", async () => {
    const look = follow(pending);
    await look(upTo(1_000));
    expect((await look(upTo(3_000))).windows[0]).toEqual([995, 1_494]);
    expect((await look(upTo(5_001))).windows[0]).toEqual([4_502, 5_001]);
  });

  it("begins again when an endpoint takes back a newest block that was far too high", async () => {
    const look = follow(pending);
    await look(upTo(1_000_000));
    expect((await look(upTo(600))).windows).toEqual([
      [101, 600],
      [11, 100],
    ]);
  });

  it("finds the sale although an endpoint once told a false nonce, and took it back", async () => {
    const look = follow(pending);
    await look(only(sent({ nonce: 9 })));
    await look(only(sent({ from: STRANGER, nonce: 9 })));
    expect((await look(only(replacing()))).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("ends where the purchase is found, before older blocks", async () => {
    const look = follow(known);
    await look(used(1_000));
    const late = { head: 1_001, transactions: [replacing(7n, { block: 1_001 })] };
    const { sighting, windows } = await look(late);
    expect(sighting).toMatchObject(bought(OTHER_HASH));
    expect(windows).toEqual([[995, 1_001]]);
  });

  it("is made again where an older purchase of the same order could be meant", async () => {
    const look = follow(pending);
    const sold = { head: 40, transactions: [replacing(7n, { block: 11 })] };
    expect((await look(sold, besideTwin)).sighting).toEqual(waiting("unknown"));
    const decided = await look(sold);
    expect(decided.sighting).toMatchObject(bought(OTHER_HASH));
    expect(decided.windows).toEqual([[11, 40]]);
  });
});

describe("a purchase that was found under another hash", () => {
  const sold = { head: 40, transactions: [replacing(7n, { block: 30 })] };
  const unlisted = { eth_getBlockByNumber: fails };

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
    const early = await look({ ...sold, tells: { ...unlisted, eth_getTransactionReceipt: null } });
    expect(early.sighting).toEqual(waiting("unproven"));
    expect((await look(sold)).sighting).toMatchObject(bought(OTHER_HASH));
  });

  it("is searched for in all blocks once that one is gone", async () => {
    const look = follow(known);
    await look(sold);
    const { sighting, windows } = await look({ ...unknown, head: 40, count: 6, tells: unlisted });
    expect(sighting).toEqual(waiting("unproven"));
    expect(windows).toEqual([[5, 40]]);
  });
});

describe("a nonce that another transaction has used", () => {
  const CANCELLED_AT = 1_234;
  const user = { hash: OTHER_HASH, block: CANCELLED_AT };
  const cancelled = {
    head: 7_210,
    transactions: [
      mined({ hash: UNRELATED, from: STRANGER, block: CANCELLED_AT }),
      mined({ ...user, from: BUYER }),
    ],
  };
  const telling = (tells: View["tells"]): View => ({ ...cancelled, tells: tells ?? {} });
  const listing = (transactions: unknown) => telling({ eth_getBlockByNumber: { transactions } });
  const pruned = (_: string, block: string) =>
    block === "latest" ? "0x6" : new Error("missing trie node");
  const spelt = [{ hash: OTHER_HASH, from: inCapitals(BUYER), nonce: "0x5" }];
  const failed = only(mined({ hash: OTHER_HASH, to: TICKET, status: "0x0" }));
  const named = naming(OTHER_HASH);
  const spent = { ...unknown, count: 255 };
  const lateReceipt = { eth_getTransactionReceipt: null, eth_getTransactionByHash: null };
  const late = { ...only(mined()), tells: lateReceipt };

  it.each<Case>([
    ["has bought nothing", known, cancelled, replaced(CANCELLED_AT)],
    ["is found however the buyer is spelt", known, listing(spelt), replaced(CANCELLED_AT)],
    ["is reverted if that one is", known, failed, reverted],
    [
      "bought nothing for this one, if named by another",
      known,
      only(replacing()),
      replaced(),
      named,
    ],
    ["is no matter while the wallet has not answered", unanswered, spent, waiting("unknown")],
  ])("%s", async (...row) => judge(row));

  it.each<[string, View]>([
    ["has not kept the state of earlier blocks", telling({ eth_getTransactionCount: pruned })],
    ["shows a block without it", listing([])],
    ["has no receipt for it yet", telling({ eth_getTransactionReceipt: null })],
    ["refuses to list the block", telling({ eth_getBlockByNumber: fails })],
    ["has the purchase itself there, and its receipt late", late],
  ])("denies nothing while an endpoint %s", async (_, view) => {
    expect((await follow(known)(view)).sighting).toEqual(waiting("unproven"));
  });

  it("is found by halving over a day's blocks, and not asked for again", async () => {
    const look = follow(known);
    const first = await look(cancelled);
    expect(first.asked("eth_getTransactionCount").length).toBeLessThanOrEqual(15);
    expect(first.asked("eth_getBlockByNumber")).toEqual([[toQuantity(CANCELLED_AT), true]]);
    const second = await look(cancelled);
    expect(second.sighting).toEqual(replaced(CANCELLED_AT));
    expect(second.asked("eth_getTransactionCount")).toEqual([[BUYER, "latest"]]);
    expect(second.asked("eth_getBlockByNumber")).toEqual([]);
  });

  it("is found again when a reorganisation has taken it back", async () => {
    const look = follow(known);
    await look(cancelled);
    const unused = await look({ ...unknown, head: 7_210 });
    expect(unused.sighting).toEqual(waiting("unknown"));
    const again = await look(cancelled);
    expect(again.asked("eth_getBlockByNumber")).toHaveLength(1);
  });
});

describe("the chain's first block", () => {
  const fresh = { ...unknown, genesis: UNRELATED };
  const reset = denied({ reason: "chainReset" }, 0);

  const same = { ...unknown, genesis: inCapitals(GENESIS) };

  it.each<Case>([
    ["that differs says that the transaction is gone with its chain", local, fresh, reset],
    ["that differs says so at a lower height too", local, { ...fresh, head: 3 }, reset],
    ["that is the same says nothing, however it is spelt", local, same, waiting("unknown")],
    ["says nothing of a chain that can't be reset", pending, fresh, waiting("unknown")],
  ])("%s", async (...row) => judge(row));

  it("is asked for only when the transaction is unknown", async () => {
    expect((await follow(local)(fresh)).asked("eth_getBlockByNumber")).toEqual([["0x0", false]]);
    const { sighting, asked } = await follow(local)({ genesis: UNRELATED });
    expect(sighting).toEqual(waiting("pending"));
    expect(asked("eth_getBlockByNumber")).toEqual([]);
  });
});
