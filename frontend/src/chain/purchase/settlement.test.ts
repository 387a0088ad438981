import { id, toQuantity, ZeroHash, zeroPadValue } from "ethers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { failed, inWords } from "../../../../test/doubles/page/in-words.ts";
import { pendingPurchase } from "../../../../test/doubles/page/pending-purchase.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { MiningNotice } from "../../domain/mint/mint-state.ts";
import type { PendingPurchase } from "../../domain/order/sale.ts";
import { CallReverted, EndpointsFailed, type RpcCall } from "../rpc/transport.ts";
import { createPurchaser } from "./purchase.ts";
import type { Following } from "./settlement.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;

const sale = ITicket__factory.createInterface();

const pending = pendingPurchase({ transactionHash: HASH, buyer: BUYER });
const bySafe: PendingPurchase = { ...pending, byContract: true };

function soldLog(fields: {
  address?: string;
  buyer?: string;
  to?: string;
  first: bigint;
  quantity?: bigint;
  paid?: bigint;
  transactionHash?: string;
}) {
  const { topics, data } = sale.encodeEventLog("TicketsSold", [
    fields.buyer ?? BUYER,
    fields.to ?? BUYER,
    ZeroHash,
    fields.first,
    fields.quantity ?? 2n,
    fields.paid ?? pending.order.payable,
  ]);
  return {
    address: fields.address ?? TICKET,
    topics,
    data,
    transactionHash: fields.transactionHash ?? HASH,
  };
}

const receipt = (fields: object) => ({
  status: "0x1",
  blockNumber: "0xc",
  transactionHash: HASH,
  logs: [],
  ...fields,
});
const mined = (first: bigint) => receipt({ logs: [soldLog({ first })] });

type Answers = Readonly<Record<string, unknown>>;

const waiting: Answers = {
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: { from: BUYER, nonce: "0x5" },
  eth_getTransactionCount: "0x5",
  eth_blockNumber: toQuantity(12n),
  eth_getLogs: [[]],
};

/** A list holds one answer for each call. The last one repeats. */
function endpoint(answers: Answers) {
  const calls: RpcCall[] = [];
  const began = Date.now();
  const lookedAt: number[] = [];
  const transport = transportOf(async (call, accept, signal) => {
    signal?.throwIfAborted();
    calls.push(call);
    if (call.method === "eth_getTransactionReceipt") lookedAt.push(Date.now() - began);
    let answer = { ...waiting, ...answers }[call.method];
    if (Array.isArray(answer)) {
      const asked = calls.filter(({ method }) => method === call.method).length;
      answer = answer[Math.min(asked, answer.length) - 1];
    }
    if (typeof answer === "function") answer = answer(...call.params);
    if (answer instanceof Promise) answer = await answer;
    if (answer instanceof Error) throw answer;
    try {
      return accept(answer);
    } catch (cause) {
      throw new EndpointsFailed("No endpoint gave a usable answer", { cause });
    }
  });
  return { transport, calls, lookedAt };
}

interface World {
  readonly confirmations?: number;
  readonly others?: ReadonlySet<string>;
  readonly hasOlderTwin?: boolean;
  readonly beside?: readonly Answers[];
  readonly age?: number;
}

function start(what: PendingPurchase, answers: Answers, world: World = {}) {
  const { confirmations = 0, others = new Set<string>(), beside = [], age = 0 } = world;
  let { hasOlderTwin = false } = world;
  const settleOthers = () => {
    hasOlderTwin = false;
  };
  const first = endpoint(answers);
  const further = beside.map(endpoint);
  const all = several(first.transport, ...further.map(({ transport }) => transport));
  const reports: Following[] = [];
  const controller = new AbortController();
  const outcome = createPurchaser(all, TICKET, 1, confirmations)
    .follow(
      () => what,
      Date.now() - age,
      {
        has: (hash) => others.has(hash.toLowerCase()),
        names: (hash) => others.has(hash.toLowerCase()),
        usesNonce: () => false,
        hasOlderTwin: () => hasOlderTwin,
      },
      (following) => reports.push(following),
      controller.signal,
    )
    .catch((error: unknown) => (error instanceof MintError ? inWords(error.failure) : error));
  const { calls, lookedAt } = first;
  const asked = (method: string) => calls.filter((call) => call.method === method);
  const notices = (): MiningNotice[] =>
    reports.flatMap((following) => (following.type === "noticed" ? following.notice : []));
  return { outcome, calls, asked, lookedAt, reports, notices, controller, settleOthers };
}

async function settle(what: PendingPurchase, answers: Answers, world: World = {}, ms = 120_000) {
  const started = start(what, answers, world);
  await vi.advanceTimersByTimeAsync(ms);
  const outcome = await Promise.race([started.outcome, Promise.resolve(undefined)]);
  started.controller.abort();
  return { ...started, outcome };
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a transaction that is mined", () => {
  it("gives the tickets of the contract's own event for this very order", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: receipt({
        logs: [
          // A bundle's other operations may emit their logs first.
          { address: BUYER, topics: [], data: "0x", transactionHash: HASH },
          soldLog({ address: BUYER, first: 9n }),
          { address: TICKET, topics: [`0x${"11".repeat(32)}`], data: "0x", transactionHash: HASH },
          soldLog({ buyer: TICKET, first: 9n }),
          soldLog({ to: TICKET, first: 9n }),
          soldLog({ quantity: 3n, first: 9n }),
          soldLog({ paid: 1n, first: 9n }),
          soldLog({ address: TICKET.toLowerCase(), first: 502n }),
        ],
      }),
    });
    expect(outcome).toEqual({ transactionHash: HASH, firstTokenId: 502n, quantity: 2 });
  });

  it("is its buyer's, however the wallet spells the address", async () => {
    const { outcome } = await settle(
      { ...pending, buyer: BUYER.toLowerCase() },
      { eth_getTransactionReceipt: mined(7n) },
    );
    expect(outcome).toMatchObject({ firstTokenId: 7n });
  });

  it("is looked for after 0.5, 1, 2 and then every 4 s", async () => {
    const { asked, outcome } = start(pending, {
      eth_getTransactionReceipt: [...[null, null, null, null], mined(7n)],
    });
    for (const [ms, looks] of [
      [499, 0],
      [1, 1],
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
      [3_999, 4],
      [1, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(asked("eth_getTransactionReceipt")).toHaveLength(looks);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toMatchObject({ firstTokenId: 7n });
  });

  it("is found although endpoints fail meanwhile", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: [
        new EndpointsFailed("down"),
        new EndpointsFailed("down"),
        mined(7n),
      ],
    });
    expect(outcome).toMatchObject({ firstTokenId: 7n });
  });

  it.each<[string, unknown]>([
    ["no receipt", {}],
    ["a receipt without logs", { status: "0x1", blockNumber: "0xc", transactionHash: HASH }],
    ["another transaction's receipt", { ...mined(7n), transactionHash: OTHER_HASH }],
    [
      "another transaction's log",
      receipt({ logs: [soldLog({ first: 7n, transactionHash: OTHER_HASH })] }),
    ],
    ["tickets that don't exist", mined(BigInt(collection.size))],
    ["a ticket before the first", mined(0n)],
    ["a list for a log", receipt({ logs: [[]] })],
    ["a log that is null", receipt({ logs: [null] })],
    ["a log without a contract", receipt({ logs: [{ ...soldLog({ first: 7n }), address: null }] })],
    ["topics that are none", receipt({ logs: [{ ...soldLog({ first: 7n }), topics: [7] }] })],
    ["an event cut short", receipt({ logs: [{ ...soldLog({ first: 7n }), data: "0x01" }] })],
    [
      "a hash that is markup",
      receipt({ logs: [{ ...soldLog({ first: 7n }), transactionHash: "<b>" }] }),
    ],
  ])("is still found after an endpoint gave %s", async (_, lie) => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: [lie, receipt({ logs: [soldLog({ first: 7n })] })],
    });
    expect(outcome).toEqual({ transactionHash: HASH, firstTokenId: 7n, quantity: 2 });
  });

  it("is no success without the event", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: receipt({ logs: [soldLog({ address: BUYER, first: 1n })] }),
    });
    expect(outcome).toEqual(
      failed("the transaction was mined, but it bought no tickets. Check it in the explorer."),
    );
  });

  it("is a success for what was really bought, when the wallet has changed the order", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: receipt({
        logs: [soldLog({ first: 7n, quantity: 1n, paid: 1n })],
      }),
    });
    expect(outcome).toEqual({ transactionHash: HASH, firstTokenId: 7n, quantity: 1 });
  });
});

describe("a transaction that is reverted", () => {
  it("reports the revert reason that the same call has at the receipt's block", async () => {
    const { outcome, calls } = await settle(pending, {
      eth_getTransactionReceipt: receipt({ status: "0x0" }),
      eth_call: new CallReverted("reverted", sale.encodeErrorResult("SoldOut", [2, 0])),
    });
    expect(outcome).toEqual(
      failed(
        "all tickets are sold. The contract refused the purchase, and you paid only the network fee.",
      ),
    );
    expect(calls.at(-1)).toEqual({
      method: "eth_call",
      params: [
        {
          from: BUYER,
          to: TICKET,
          data: sale.encodeFunctionData("buyTicket", [BUYER, 2]),
          value: toQuantity(pending.order.payable),
        },
        "0xc",
      ],
    });
  });

  it.each<[string, unknown]>([
    ["the call succeeds now", "0x"],
    ["no endpoint knows", new EndpointsFailed("down")],
    ["the reason is hidden", new CallReverted("reverted", "0x")],
    [
      "the reason is cut",
      new CallReverted("reverted", sale.encodeErrorResult("SoldOut", [2, 0]).slice(0, 20)),
    ],
  ])("is reported as reverted when %s", async (_, answer) => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: receipt({ status: "0x0" }),
      eth_call: answer,
    });
    expect(outcome).toEqual(
      failed("the contract refused the purchase. You paid only the network fee."),
    );
  });
});

describe("a transaction of which nothing was bought", () => {
  it.each<[string, object]>([
    ["is reverted", { status: "0x0" }],
    ["has sold nothing", {}],
  ])("and that %s is certain after 30 s in the same block", async (_, fields) => {
    const [before, after] = ["0xc", "0xd"].map((blockNumber) =>
      receipt({ ...fields, blockNumber }),
    );
    const { outcome, notices, controller } = start(pending, {
      eth_getTransactionReceipt: [before, before, after],
      eth_blockNumber: "0xd",
    });
    // The page polls after 0.5 s, then every 4 s. The third poll shows another block.
    await vi.advanceTimersByTimeAsync(8_500 + 31_999);
    expect(new Set(notices())).toEqual(new Set(["confirming"]));
    expect(controller.signal.aborted).toBe(false);
    await expect(Promise.race([outcome, Promise.resolve("open")])).resolves.toBe("open");
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(expect.stringMatching(/^Error sending transaction: /));
  });

  it("and that was paid by another account of the wallet has bought what the contract says", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionByHash: { from: TICKET, nonce: "0x1" },
      eth_getTransactionReceipt: receipt({ logs: [soldLog({ buyer: TICKET, first: 7n })] }),
    });
    expect(outcome).toEqual({ transactionHash: HASH, firstTokenId: 7n, quantity: 2 });
  });
});

const prunedCount = (_: string, block: string) => {
  if (block === "latest") return "0x6";
  throw new EndpointsFailed("missing trie node");
};

describe("a transaction that is replaced", () => {
  const replacedBy = (nonce: string, first = 8n): Answers => ({
    eth_getTransactionByHash: (hash: string) =>
      hash === OTHER_HASH ? { from: BUYER, nonce } : null,
    eth_getTransactionReceipt: (hash: string) =>
      hash === OTHER_HASH
        ? {
            ...receipt({ logs: [soldLog({ first, transactionHash: OTHER_HASH })] }),
            transactionHash: OTHER_HASH,
          }
        : null,
    eth_getTransactionCount: "0x6",
    eth_getLogs: () => [soldLog({ first, transactionHash: OTHER_HASH })],
  });
  const known = { ...pending, nonce: 5 };
  const cancelled: Answers = {
    eth_getTransactionByHash: null,
    eth_getTransactionCount: (_: string, block: string) =>
      block === "latest" || Number(block) >= 12 ? "0x6" : "0x5",
    eth_getBlockByNumber: (block: string) => ({
      transactions: block === "0xc" ? [{ hash: OTHER_HASH, from: BUYER, nonce: "0x5" }] : [],
    }),
    eth_getTransactionReceipt: (hash: string) =>
      hash === OTHER_HASH ? { ...receipt({}), transactionHash: OTHER_HASH } : null,
  };
  const words = failed("your wallet replaced or cancelled this transaction. It bought no tickets.");

  it("by a faster one of its own is a success, under the new hash", async () => {
    const { outcome, asked } = await settle(known, replacedBy("0x5"));
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 8n, quantity: 2 });
    expect(asked("eth_getLogs")[0]?.params).toEqual([
      {
        address: TICKET,
        fromBlock: "0x5",
        toBlock: "0xc",
        topics: [sale.getEvent("TicketsSold").topicHash, zeroPadValue(BUYER, 32)],
      },
    ]);
  });

  it("by one of another order is a success for that order: the nonce is what can't be shared", async () => {
    const answers = replacedBy("0x5");
    const log = soldLog({ first: 8n, quantity: 5n, paid: 7n, transactionHash: OTHER_HASH });
    const { outcome } = await settle(known, {
      ...answers,
      eth_getLogs: () => [log],
      eth_getTransactionReceipt: (hash: string) =>
        hash === OTHER_HASH ? { ...receipt({ logs: [log] }), transactionHash: OTHER_HASH } : null,
    });
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 8n, quantity: 5 });
  });

  it.each(["0x4", "0x6"])(
    "is not taken for an equal purchase of the same buyer with nonce %s",
    async (nonce) => {
      const { outcome, notices } = await settle(known, replacedBy(nonce));
      expect(outcome).toBeUndefined();
      expect(notices().at(-1)).toBe("unclear");
    },
  );

  it("by nothing that bought tickets was cancelled, by the transaction that used its nonce", async () => {
    const { outcome, reports, asked } = await settle(pending, {
      ...cancelled,
      eth_getTransactionByHash: [{ from: BUYER, nonce: "0x5" }, null],
    });
    expect(outcome).toEqual(words);
    expect(reports).toContainEqual({ type: "nonceKnown", nonce: 5 });
    expect(reports.at(-1)).toEqual({ type: "noticed", notice: "confirming" });
    expect(asked("eth_getBlockByNumber")).toHaveLength(1);
  });

  it.each<[string, Answers]>([
    ["has not kept the state of earlier blocks", { eth_getTransactionCount: prunedCount }],
    ["shows a block without it", { eth_getBlockByNumber: { transactions: [] } }],
    ["has no receipt for it yet", { eth_getTransactionReceipt: null }],
    ["refuses to list the block", { eth_getBlockByNumber: new EndpointsFailed("too large") }],
  ])("is never told as such while an endpoint %s", async (_, answers) => {
    const { outcome, notices } = await settle(known, { ...cancelled, ...answers }, {}, 3_600_000);
    expect(outcome).toBeUndefined();
    expect(notices().at(-1)).toBe("unclear");
  });

  it("by a faster one that was reverted is told as reverted", async () => {
    const { outcome } = await settle(known, {
      ...cancelled,
      eth_getTransactionReceipt: (hash: string) =>
        hash === OTHER_HASH
          ? { ...receipt({ status: "0x0", to: TICKET }), transactionHash: OTHER_HASH }
          : null,
    });
    expect(outcome).toEqual(
      failed("the contract refused the purchase. You paid only the network fee."),
    );
  });

  it("by a faster one whose logs an endpoint refuses is found by its nonce", async () => {
    const log = soldLog({ first: 8n, transactionHash: OTHER_HASH });
    const { outcome } = await settle(known, {
      ...cancelled,
      eth_getLogs: new EndpointsFailed("query exceeds max block range"),
      eth_getTransactionReceipt: (hash: string) =>
        hash === OTHER_HASH ? { ...receipt({ logs: [log] }), transactionHash: OTHER_HASH } : null,
    });
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 8n, quantity: 2 });
  });

  it("is looked for again from the start when a look shows something else in between", async () => {
    let latest = 0;
    const { outcome, controller } = start(known, {
      ...cancelled,
      eth_getTransactionCount: (_: string, block: string) => {
        if (block !== "latest") return Number(block) >= 12 ? "0x6" : "0x5";
        latest += 1;
        return latest === 3 ? "0x5" : "0x6";
      },
    });
    await vi.advanceTimersByTimeAsync(35_000);
    await expect(Promise.race([outcome, Promise.resolve("open")])).resolves.toBe("open");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual(words);
    controller.abort();
  });

  it("is not given up before the block in which the nonce was used is deep enough", async () => {
    let head = "0xd";
    const { outcome } = start(
      known,
      { ...cancelled, eth_blockNumber: () => head },
      { confirmations: 2 },
    );
    await vi.advanceTimersByTimeAsync(120_000);
    await expect(Promise.race([outcome, Promise.resolve("open")])).resolves.toBe("open");
    head = "0xe";
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toEqual(words);
  });

  it("is not given up when one endpoint's count runs ahead of its receipts", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: [null, null, mined(8n)],
      eth_getTransactionCount: "0x6",
    });
    expect(outcome).toMatchObject({ firstTokenId: 8n });
  });

  /** Mainnet makes this many blocks in 5 hours. */
  const LONG = 1_500;

  it("after hours of waiting is found, newest blocks first", async () => {
    const head = 10 + LONG;
    const { outcome, asked } = await settle(known, {
      ...replacedBy("0x5"),
      eth_blockNumber: toQuantity(head),
      eth_getTransactionByHash: (hash: string) =>
        hash === OTHER_HASH ? { from: BUYER, nonce: "0x5" } : null,
      eth_getLogs: ({ toBlock }: { toBlock: string }) =>
        Number(toBlock) === head ? [soldLog({ first: 8n, transactionHash: OTHER_HASH })] : [],
    });
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH, firstTokenId: 8n });
    expect(asked("eth_getLogs")).toHaveLength(1);
  });

  it("after hours of waiting is found in the oldest block too, and never denied before", async () => {
    const { outcome, notices } = await settle(known, {
      ...replacedBy("0x5"),
      eth_blockNumber: toQuantity(10 + LONG),
      eth_getLogs: ({ fromBlock }: { fromBlock: string }) =>
        Number(fromBlock) <= 11 ? [soldLog({ first: 8n, transactionHash: OTHER_HASH })] : [],
    });
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH, firstTokenId: 8n });
    expect(notices()).not.toContain("confirming");
  });

  const windowsOf = (asked: readonly RpcCall[]) =>
    asked.map(({ params }) => {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      return [Number(fromBlock), Number(toBlock)];
    });

  it("is searched for in ranges that endpoints take, the newest and the oldest first", async () => {
    const { asked } = await settle(known, {
      ...cancelled,
      eth_getTransactionReceipt: null,
      eth_blockNumber: toQuantity(10 + LONG),
    });
    expect(windowsOf(asked("eth_getLogs"))).toEqual([
      [1_011, 1_510],
      [5, 504],
      [511, 1_010],
      [505, 510],
    ]);
  });

  it("is searched for in fewer blocks at an endpoint that refuses so many, which fails no look", async () => {
    const { asked, lookedAt, notices } = await settle(known, {
      ...cancelled,
      eth_getTransactionReceipt: null,
      eth_getLogs: ({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) => {
        if (Number(toBlock) - Number(fromBlock) >= 10) throw new EndpointsFailed("range");
        return [];
      },
      eth_blockNumber: toQuantity(60),
    });
    const ranges = windowsOf(asked("eth_getLogs")).map(([from = 0, to = 0]) => to - from + 1);
    expect(ranges.slice(0, 4)).toEqual([56, 56, 31, 7]);
    expect(Math.max(...ranges.slice(4))).toBeLessThanOrEqual(7);
    const from = windowsOf(asked("eth_getLogs")).map(([first = 0]) => first);
    expect(Math.min(...from.slice(4))).toBe(5);
    expect(lookedAt.length).toBeGreaterThan(10);
    expect(notices().at(-1)).toBe("unclear");
  });

  it("is searched for from the newest block on when the page has slept for longer than a look's ranges", async () => {
    const { asked } = await settle(known, {
      ...cancelled,
      eth_getTransactionReceipt: null,
      eth_blockNumber: ["0xc", toQuantity(9_000), toQuantity(9_001)],
    });
    const from = windowsOf(asked("eth_getLogs")).map(([first]) => first);
    expect(from.slice(0, 4)).toEqual([5, 8_501, 5, 8_001]);
  });

  it("is found soon after the request, though a million blocks have followed", async () => {
    const log = soldLog({ first: 7n, transactionHash: OTHER_HASH });
    const { outcome } = await settle(
      { ...pending, transactionHash: null },
      {
        ...replacedBy("0x5", 7n),
        eth_blockNumber: toQuantity(1_000_000),
        eth_getLogs: ({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) =>
          Number(fromBlock) <= 12 && Number(toBlock) >= 12 ? [log] : [],
      },
    );
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH });
  });

  it("is searched for in no more than 20,000 older blocks in a visit", async () => {
    const { asked } = await settle(
      { ...pending, transactionHash: null },
      { eth_blockNumber: toQuantity(1_000_000) },
    );
    expect(asked("eth_getLogs")).toHaveLength(1 + 40);
  });
});

describe("a purchase that is exchanged by a reorganisation", () => {
  it("is told as mined at once, and settled only after 30 s and when two blocks follow", async () => {
    const { outcome, reports, lookedAt } = await settle(
      pending,
      {
        eth_getTransactionReceipt: mined(7n),
        eth_blockNumber: ["0xc", "0xd", "0xd", "0xd", "0xe"],
      },
      { confirmations: 2 },
    );
    const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };
    expect(reports).toEqual([
      { type: "nonceKnown", nonce: 5 },
      { type: "mined", purchase },
    ]);
    expect(outcome).toEqual(purchase);
    expect(lookedAt).toEqual([500, 10_500, 20_500, 30_500, 40_500]);
  });

  it("is settled no sooner when the device's clock jumps forward", async () => {
    const { outcome, reports, controller } = start(pending, {
      eth_getTransactionReceipt: mined(7n),
    });
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reports.at(-1)).toMatchObject({ type: "mined" });
    expect(await Promise.race([outcome, Promise.resolve("open")])).toBe("open");
    controller.abort();
  });

  it("is not told as bought any more, until it is mined again", async () => {
    const { outcome, reports } = await settle(
      pending,
      {
        eth_getTransactionReceipt: [mined(7n), null, { ...mined(9n), blockNumber: "0xd" }],
        eth_blockNumber: ["0xc", "0xc", "0xd", "0xf"],
      },
      { confirmations: 2 },
    );
    expect(reports.map(({ type }) => type)).toEqual([
      "nonceKnown",
      "mined",
      "unmined",
      "noticed",
      "mined",
    ]);
    expect(outcome).toEqual({ transactionHash: HASH, firstTokenId: 9n, quantity: 2 });
  });

  it("is said to be reorganised for as long as it is not mined again", async () => {
    const { notices } = await settle(
      pending,
      { eth_getTransactionReceipt: [mined(7n), null], eth_blockNumber: "0xd" },
      { confirmations: 2 },
    );
    expect(notices().length).toBeGreaterThan(5);
    expect(new Set(notices())).toEqual(new Set(["reorganised"]));
  });

  it("is not announced by nodes that are below the block that was agreed on", async () => {
    const late: Answers = {
      eth_getTransactionReceipt: [mined(7n), null, null, mined(7n)],
      eth_blockNumber: ["0xd", "0xb", "0xc", "0xd"],
    };
    const { reports } = await settle(pending, late, { confirmations: 5, beside: [late] });
    expect(reports.map(({ type }) => type)).toEqual(["nonceKnown", "mined"]);
  });

  it("is heard again after the chain itself has gone back", async () => {
    const back: Answers = {
      eth_getTransactionReceipt: [null, { ...mined(7n), blockNumber: "0xb" }],
      eth_blockNumber: ["0xff", "0xd"],
    };
    const { outcome } = await settle(pending, back, { beside: [back] }, 240_000);
    expect(outcome).toMatchObject({ firstTokenId: 7n });
  });

  it("is another block's when it moves there", async () => {
    const { outcome, reports } = await settle(
      pending,
      {
        eth_getTransactionReceipt: [mined(7n), { ...mined(8n), blockNumber: "0xd" }],
        eth_blockNumber: ["0xc", "0xd", "0xf"],
      },
      { confirmations: 2 },
    );
    expect(reports.map(({ type }) => type)).toEqual(["nonceKnown", "mined", "unmined", "mined"]);
    expect(outcome).toMatchObject({ firstTokenId: 8n });
  });

  it("and reverted in its new block is not bought, once that is deep enough", async () => {
    const reverted = receipt({ status: "0x0", blockNumber: "0xd" });
    const { outcome } = await settle(
      pending,
      {
        eth_getTransactionReceipt: [mined(7n), reverted],
        eth_blockNumber: ["0xc", "0xd", "0xd", "0xd", "0xd", "0xe", "0xf"],
      },
      { confirmations: 2 },
    );
    expect(outcome).toEqual(
      failed("the contract refused the purchase. You paid only the network fee."),
    );
  });

  it("is found under its new hash again after that was exchanged", async () => {
    const log = soldLog({ first: 8n, transactionHash: OTHER_HASH });
    const other = { ...receipt({ logs: [log] }), transactionHash: OTHER_HASH };
    let looks = 0;
    const { outcome, reports } = await settle(
      { ...pending, nonce: 5 },
      {
        eth_getTransactionCount: "0x6",
        eth_getTransactionByHash: (hash: string) =>
          hash === OTHER_HASH ? { from: BUYER, nonce: "0x5" } : null,
        eth_blockNumber: () => {
          looks += 1;
          return looks < 4 ? "0xc" : "0xe";
        },
        eth_getLogs: () => (looks === 2 ? [] : [log]),
        eth_getTransactionReceipt: (hash: string) =>
          hash === OTHER_HASH && looks !== 2 ? other : null,
      },
      { confirmations: 2 },
    );
    const types = reports.map(({ type }) => type);
    expect(types.filter((type) => type !== "noticed")).toEqual(["mined", "unmined", "mined"]);
    expect(reports).toContainEqual({ type: "noticed", notice: "reorganised" });
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH, firstTokenId: 8n });
  });
});

describe("an earlier equal purchase", () => {
  const unseen = (log: ReturnType<typeof soldLog>, nonce = "0x5"): Answers => ({
    eth_getTransactionByHash: (hash: string) =>
      hash === log.transactionHash ? { from: BUYER, nonce } : null,
    eth_getTransactionReceipt: (hash: string) =>
      hash === log.transactionHash
        ? { ...receipt({ logs: [log] }), transactionHash: log.transactionHash }
        : null,
    eth_getLogs: () => [log],
  });

  it.each<[string, ReturnType<typeof soldLog>, World, string]>([
    [
      "because its tickets were sold before",
      soldLog({ first: 5n, transactionHash: OTHER_HASH }),
      {},
      "0x5",
    ],
    [
      "because its nonce is an earlier one",
      soldLog({ first: 7n, transactionHash: OTHER_HASH }),
      {},
      "0x4",
    ],
    [
      "because its transaction is another purchase's",
      soldLog({ first: 7n, transactionHash: OTHER_HASH }),
      { others: new Set([OTHER_HASH]) },
      "0x5",
    ],
  ])("is not taken for this one, %s", async (_, log, world, nonce) => {
    const { outcome, notices } = await settle(pending, unseen(log, nonce), world);
    expect(outcome).toBeUndefined();
    expect(notices().at(-1)).toBe("unseen");
  });

  it("is not taken for this one while an older one of the same order is open, and then is", async () => {
    const log = soldLog({ first: 7n, transactionHash: OTHER_HASH });
    const started = start(pending, unseen(log), { hasOlderTwin: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started.reports.map(({ type }) => type)).not.toContain("mined");
    started.settleOthers();
    started.controller.abort();
    const { outcome } = await settle(pending, unseen(log));
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH });
  });

  it("is searched for in later blocks only", async () => {
    const { asked } = await settle(pending, { eth_getTransactionByHash: null });
    expect(asked("eth_getLogs")[0]?.params).toMatchObject([
      { fromBlock: toQuantity(pending.sinceBlock + 1) },
    ]);
  });

  it("with the hash that a wallet gives again is no success", async () => {
    const old = { ...mined(5n), blockNumber: "0xa" };
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: old,
      eth_getTransactionByHash: { from: BUYER, nonce: "0x3" },
    });
    expect(outcome).toBeUndefined();
  });

  it("leaves the right one to be found beside it", async () => {
    const earlier = soldLog({ first: 5n, transactionHash: OTHER_HASH });
    const third = `0x${"ef".repeat(32)}`;
    const right = soldLog({ first: 7n, transactionHash: third });
    const { outcome } = await settle(pending, {
      ...unseen(right),
      eth_getTransactionByHash: (hash: string) =>
        hash === HASH ? null : { from: BUYER, nonce: hash === third ? "0x6" : "0x5" },
      eth_getLogs: () => [earlier, right],
    });
    expect(outcome).toEqual({ transactionHash: third, firstTokenId: 7n, quantity: 2 });
  });

  it("is not mistaken in a bundle that another account has sent", async () => {
    const log = soldLog({ first: 7n, transactionHash: OTHER_HASH });
    const { outcome } = await settle(pending, {
      ...unseen(log),
      // If an account delegates (EIP-7702), another account may send its calls.
      eth_getTransactionByHash: (hash: string) =>
        hash === OTHER_HASH ? { from: TICKET, nonce: "0x0" } : null,
    });
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH });
  });
});

describe("a transaction that another account has sent for the buyer", () => {
  it("is waited for by its hash, whatever that account's nonce", async () => {
    const { outcome, notices } = await settle(pending, {
      eth_getTransactionByHash: { from: TICKET, nonce: "0x1" },
      eth_getTransactionCount: "0x9",
      eth_getTransactionReceipt: [null, null, null, null, mined(7n)],
    });
    expect(outcome).toMatchObject({ firstTokenId: 7n });
    expect(new Set(notices())).toEqual(new Set(["none"]));
  });
});

describe("a contract's purchase, such as a Safe's", () => {
  const SAFE_EXECUTION = id("ExecutionSuccess(bytes32,uint256)");
  /** An event of another contract contains the hashes. */
  const executed = (log: ReturnType<typeof soldLog>, ...named: string[]) =>
    executedAs(id("Executed(bytes32,uint256)"), log, named);
  const executedAs = (topic: string, log: ReturnType<typeof soldLog>, named: string[]) => ({
    ...receipt({
      logs: [
        ...named.map((hash) => ({
          address: BUYER,
          topics: [topic],
          data: `${hash}${"00".repeat(32)}`,
          transactionHash: OTHER_HASH,
        })),
        log,
      ],
    }),
    transactionHash: OTHER_HASH,
  });
  const sold = soldLog({ first: 7n, transactionHash: OTHER_HASH });
  const byHash = (told: unknown) => (hash: string) => (hash === OTHER_HASH ? told : null);

  it("says that its owners must sign, and ends by the event, whatever its hash", async () => {
    const { outcome, notices } = await settle(bySafe, {
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: byHash(executed(sold)),
      eth_blockNumber: ["0xc", "0xd", "0xe"],
      eth_getLogs: ({ toBlock }: { toBlock: string }) => (toBlock === "0xe" ? [sold] : []),
    });
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 7n, quantity: 2 });
    expect(notices()).toEqual(["owners", "owners"]);
  });

  it.each<[string, unknown]>([
    ["before version 1.4", executedAs(SAFE_EXECUTION, sold, [HASH])],
    [
      "since version 1.4",
      {
        ...executed(sold),
        logs: [
          {
            address: BUYER,
            topics: [SAFE_EXECUTION, HASH],
            data: "0x",
            transactionHash: OTHER_HASH,
          },
          sold,
        ],
      },
    ],
  ])("is the one that a Safe says it has executed, as %s", async (_, told) => {
    const { outcome } = await settle(
      bySafe,
      {
        eth_getTransactionByHash: null,
        eth_getTransactionReceipt: byHash(told),
        eth_getLogs: () => [sold],
      },
      { hasOlderTwin: true },
    );
    expect(outcome).toMatchObject({ firstTokenId: 7n });
  });

  it("is not an equal one that a Safe has executed under a hash from elsewhere", async () => {
    const { outcome } = await settle(bySafe, {
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: byHash(executedAs(SAFE_EXECUTION, sold, [`0x${"77".repeat(32)}`])),
      eth_getLogs: () => [sold],
    });
    expect(outcome).toBeUndefined();
  });

  it("is not the one of which a Safe says that it has executed another purchase's hash", async () => {
    const other = `0x${"ef".repeat(32)}`;
    const { outcome } = await settle(
      { ...bySafe, transactionHash: null },
      {
        eth_getTransactionReceipt: byHash(executedAs(SAFE_EXECUTION, sold, [other])),
        eth_getLogs: () => [sold],
      },
      { others: new Set([other]) },
    );
    expect(outcome).toBeUndefined();
  });

  it("that names no hash is an older one's of the same order while that is open", async () => {
    const { outcome } = await settle(
      bySafe,
      {
        eth_getTransactionByHash: null,
        eth_getTransactionReceipt: byHash(executed(sold)),
        eth_getLogs: () => [sold],
      },
      { hasOlderTwin: true },
    );
    expect(outcome).toBeUndefined();
  });

  it.each<[string, ReturnType<typeof soldLog>]>([
    ["of an earlier ticket", soldLog({ first: 6n, transactionHash: OTHER_HASH })],
    ["of another quantity", soldLog({ first: 7n, quantity: 3n, transactionHash: OTHER_HASH })],
    ["at another price", soldLog({ first: 7n, paid: 1n, transactionHash: OTHER_HASH })],
  ])("is not a sale %s", async (_, log) => {
    const { outcome } = await settle(bySafe, {
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: byHash(executed(log)),
      eth_getLogs: () => [log],
    });
    expect(outcome).toBeUndefined();
  });

  const SAFE_FAILURE = id("ExecutionFailure(bytes32,uint256)");
  const failure = (named: string) => ({
    address: BUYER,
    topics: [SAFE_FAILURE, named],
    data: "0x",
    transactionHash: OTHER_HASH,
  });
  const failedAt = (logs: readonly object[]): Answers => ({
    eth_getTransactionByHash: null,
    eth_getTransactionReceipt: byHash({
      ...receipt({ to: BUYER, logs }),
      transactionHash: OTHER_HASH,
    }),
    eth_getLogs: ({ address }: { address: string }) => (address === BUYER ? logs : []),
  });
  const soldNothing = failed(
    "the transaction was mined, but it bought no tickets. Check it in the explorer.",
  );

  it("that its Safe has executed in vain is denied by the Safe's own event", async () => {
    const { outcome, reports } = await settle(bySafe, failedAt([failure(HASH)]));
    expect(outcome).toEqual(soldNothing);
    expect(reports.at(-1)).toEqual({ type: "noticed", notice: "confirming" });
  });

  it("is not denied by the failure of something else that its Safe has executed", async () => {
    const { outcome } = await settle(bySafe, failedAt([failure(`0x${"77".repeat(32)}`)]));
    expect(outcome).toBeUndefined();
  });

  it("is not denied by a mined transaction that proposes it, though that sold nothing", async () => {
    const { outcome, notices } = await settle(bySafe, {
      eth_getTransactionByHash: { from: TICKET, nonce: "0x1", to: BUYER },
      eth_getTransactionReceipt: receipt({ to: BUYER }),
    });
    expect(outcome).toBeUndefined();
    expect(notices().at(-1)).toBe("unclear");
  });

  it("is found under another hash when its owner speeds up the Safe's transaction", async () => {
    const executes = executedAs(SAFE_EXECUTION, sold, [`0x${"77".repeat(32)}`]);
    const { outcome } = await settle(bySafe, {
      eth_getTransactionByHash: [{ from: TICKET, nonce: "0x1", to: BUYER }, null],
      eth_getTransactionReceipt: byHash(executes),
      eth_blockNumber: ["0xc", "0xd", "0xe"],
      eth_getLogs: ({ toBlock }: { toBlock: string }) => (toBlock === "0xe" ? [sold] : []),
    });
    expect(outcome).toMatchObject({ transactionHash: OTHER_HASH });
  });

  it("has no nonce that could be used by something else", async () => {
    const { asked } = await settle(bySafe, { eth_getTransactionCount: "0xff" });
    expect(asked("eth_getTransactionCount")).toEqual([]);
  });
});

describe("a wallet's hash", () => {
  const elsewhere = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const real = soldLog({ first: 7n, transactionHash: OTHER_HASH });

  it.each<[string, object]>([
    ["failed", { status: "0x0" }],
    ["sold nothing", {}],
  ])(
    "of a call to another contract that %s denies nothing, and proves no nonce",
    async (_, fields) => {
      const isLater = () => Date.now() - began > 60_000;
      const began = Date.now();
      const { outcome, reports, notices, controller } = start(pending, {
        eth_getTransactionByHash: (hash: string) =>
          hash === HASH
            ? { from: BUYER, nonce: "0x5", to: elsewhere }
            : isLater()
              ? { from: BUYER, nonce: "0x6", to: TICKET }
              : null,
        eth_getTransactionReceipt: (hash: string) => {
          if (hash === HASH) return receipt({ ...fields, to: elsewhere });
          return isLater() ? { ...receipt({ logs: [real] }), transactionHash: OTHER_HASH } : null;
        },
        eth_getTransactionCount: () => (isLater() ? "0x7" : "0x6"),
        eth_blockNumber: () => (isLater() ? "0xd" : "0xc"),
        eth_getLogs: () => (isLater() ? [real] : []),
      });
      await vi.advanceTimersByTimeAsync(59_000);
      expect(await Promise.race([outcome, Promise.resolve("open")])).toBe("open");
      expect(notices().at(-1)).toBe("unclear");
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await outcome).toMatchObject({ transactionHash: OTHER_HASH });
      expect(reports.map(({ type }) => type)).not.toContain("nonceKnown");
      controller.abort();
    },
  );

  it("of an old purchase is not called unknown to the network", async () => {
    const { notices } = await settle(pending, {
      eth_getTransactionReceipt: { ...mined(5n), blockNumber: "0xa" },
      eth_getTransactionByHash: { from: BUYER, nonce: "0x3" },
    });
    expect(notices().at(-1)).toBe("unclear");
  });
});

describe("a transaction that no endpoint knows", () => {
  it("is said to be unseen after half a minute, and followed all the same", async () => {
    const { outcome, notices } = await settle(pending, {
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: [...Array.from({ length: 12 }, () => null), mined(7n)],
    });
    // After 3.5 s the page polls every 4 s.
    expect(notices()).toEqual([
      ...Array.from({ length: 9 }, () => "none"),
      ...["unseen", "unseen", "unseen"],
    ]);
    expect(outcome).toMatchObject({ firstTokenId: 7n });
  });

  it("is unseen for half a minute without a break", async () => {
    const known = { from: BUYER, nonce: "0x5" };
    const { notices } = await settle(pending, {
      eth_getTransactionByHash: [
        ...[null, null, null, null, null, null, null, known],
        ...[null, null, null, null, null, null, null, null, known],
      ],
    });
    expect(notices()).not.toContain("unseen");
  });

  it("has the notice 'unseen' at the first look if it was sent an hour ago", async () => {
    const { notices } = await settle(
      pending,
      { eth_getTransactionByHash: null },
      { age: 3_600_000 },
      10_000,
    );
    expect(notices()[0]).toBe("unseen");
  });

  it("that is seen is not unseen any more", async () => {
    const { notices } = await settle(pending, {
      eth_getTransactionByHash: [
        ...Array.from({ length: 11 }, () => null),
        { from: BUYER, nonce: "0x5" },
      ],
    });
    expect(notices().slice(10, 12)).toEqual(["unseen", "none"]);
  });
});

describe("a transaction that endpoints know, and no block takes", () => {
  it("is said after three minutes to have too low a fee, perhaps", async () => {
    const { notices, lookedAt } = await settle(pending, {}, {}, 200_000);
    const slowAt = lookedAt[notices().indexOf("slow")] ?? 0;
    expect(slowAt).toBeGreaterThanOrEqual(180_000);
    expect(notices().at(-1)).toBe("slow");
  });

  it("has the notice 'slow' at the first look if it was sent an hour ago", async () => {
    const { notices } = await settle(pending, {}, { age: 3_600_000 }, 10_000);
    expect(notices()[0]).toBe("slow");
  });

  it("waits for an earlier one of the account, which is said at once", async () => {
    const { notices } = await settle(
      { ...pending, nonceFrom: 4 },
      { eth_getTransactionCount: "0x4" },
    );
    expect(notices().slice(0, 4)).toEqual(["none", "none", "none", "behindNonce"]);
    expect(notices().at(-1)).toBe("behindNonce");
  });
});

describe("a purchase whose wallet has not answered", () => {
  const asked = { ...pending, transactionHash: null };
  const log = soldLog({ first: 7n, transactionHash: OTHER_HASH });

  it("is found by the sale's event", async () => {
    const { outcome } = await settle(asked, {
      eth_getTransactionByHash: { from: BUYER, nonce: "0x5" },
      eth_getTransactionReceipt: (hash: string) =>
        hash === OTHER_HASH ? { ...receipt({ logs: [log] }), transactionHash: OTHER_HASH } : null,
      eth_getLogs: () => [log],
    });
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 7n, quantity: 2 });
  });

  it("has no nonce of a sale that another device may have made, and is not denied with it", async () => {
    const what: { -readonly [Key in keyof PendingPurchase]: PendingPurchase[Key] } = { ...asked };
    let isReorganised = false;
    const elsewhere = (fields: object) => ({ ...receipt(fields), transactionHash: OTHER_HASH });
    const { outcome, reports, controller } = start(
      what,
      {
        eth_blockNumber: () => (isReorganised ? "0xf" : "0xc"),
        eth_getTransactionByHash: (hash: string) =>
          hash === OTHER_HASH ? { from: BUYER, nonce: "0x5" } : null,
        eth_getTransactionReceipt: (hash: string) => {
          if (hash !== OTHER_HASH) return null;
          return isReorganised
            ? elsewhere({ status: "0x0", to: TICKET, blockNumber: "0xd" })
            : elsewhere({ logs: [log] });
        },
        eth_getTransactionCount: (_: string, block: string) =>
          block === "latest" || Number(block) >= 12 ? "0x6" : "0x5",
        eth_getBlockByNumber: { transactions: [{ hash: OTHER_HASH, from: BUYER, nonce: "0x5" }] },
        eth_getLogs: () => (isReorganised ? [] : [log]),
      },
      { confirmations: 2 },
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reports.map(({ type }) => type)).toContain("mined");

    isReorganised = true;
    // The wallet's answer shows that this page's transaction has another nonce.
    what.transactionHash = HASH;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await Promise.race([outcome, Promise.resolve("open")])).toBe("open");
    expect(reports.map(({ type }) => type)).not.toContain("nonceKnown");
    controller.abort();
  });

  it("is never denied, whatever the account sends meanwhile", async () => {
    const { outcome, reports } = await settle(
      asked,
      { eth_getTransactionCount: "0xff" },
      { age: 86_400_000 },
      3_600_000,
    );
    expect(outcome).toBeUndefined();
    expect(reports.map(({ type }) => type)).not.toContain("mined");
  });
});

describe("looks", () => {
  it("come after 0.5, 1 and 2 s, and every 4 s then", async () => {
    const { lookedAt } = await settle(pending, {}, {}, 30_000);
    expect(lookedAt).toEqual([500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500]);
  });

  it.each<[string, number, number]>([
    ["a new purchase", 0, 80],
    ["one of yesterday", 24 * 3_600_000, 4],
    ["one of last month", 30 * 24 * 3_600_000, 4],
  ])("at %s are few: each is one request", async (_, age, most) => {
    const { calls, lookedAt } = await settle(pending, {}, { age }, 3_600_000);
    expect(lookedAt.length).toBeGreaterThanOrEqual(3);
    expect(lookedAt.length).toBeLessThanOrEqual(most);
    expect(calls).toHaveLength(4 * lookedAt.length);
  });

  it("at a Safe's purchase that waits for signatures are few", async () => {
    const answers = { eth_getTransactionByHash: null };
    const { lookedAt } = await settle(bySafe, answers, { age: 3_600_000 }, 3_600_000);
    expect(lookedAt.length).toBeLessThanOrEqual(20);
  });

  it("come at once when the page is looked at again", async () => {
    const page = Object.assign(new EventTarget(), { hidden: true });
    vi.stubGlobal("document", page);
    const { lookedAt, controller } = start(pending, {}, { age: 30 * 24 * 3_600_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lookedAt).toEqual([500, 1_500, 3_500]);
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(lookedAt).toHaveLength(3);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(lookedAt).toEqual([500, 1_500, 3_500, 60_000]);
    controller.abort();
  });

  it("come every second while older blocks are left to be searched", async () => {
    const answers = {
      eth_getTransactionByHash: null,
      eth_blockNumber: toQuantity(10 + 11 * 500),
    };
    const { lookedAt } = await settle(pending, answers, { age: 86_400_000 }, 15_000);
    expect(lookedAt).toEqual([500, 1_500, 2_500]);
  });

  it("come every second while endpoints differ, for half a minute", async () => {
    const { lookedAt } = await settle(
      { ...pending, nonce: 5 },
      { eth_getTransactionReceipt: mined(7n) },
      { beside: [waiting] },
      60_000,
    );
    expect(lookedAt.filter((at) => at <= 30_500)).toHaveLength(31);
    expect(lookedAt.filter((at) => at > 30_500)).toHaveLength(7);
  });
});

describe("a local chain that was reset", () => {
  const GENESIS = `0x${"9e".repeat(32)}`;
  const anew = { hash: `0x${"11".repeat(32)}` };
  const before = { ...pending, genesis: GENESIS };
  const reset: Answers = {
    eth_getTransactionByHash: null,
    eth_blockNumber: "0x3",
    eth_getBlockByNumber: anew,
  };

  it("has another first block: the transaction is gone", async () => {
    const { outcome, calls } = await settle(before, reset);
    expect(outcome).toEqual(
      failed("this test chain was restarted, and the transaction is gone with it."),
    );
    expect(calls.find(({ method }) => method === "eth_getBlockByNumber")?.params).toEqual([
      "0x0",
      false,
    ]);
  });

  it("is not told by a newest block that is older than before: that endpoint is late", async () => {
    for (const known of [pending, before]) {
      const { outcome } = await settle(known, {
        ...reset,
        eth_getBlockByNumber: { hash: GENESIS.toUpperCase().replace("0X", "0x") },
      });
      expect(outcome).toBeUndefined();
    }
  });

  it("is noticed although its blocks are fewer than before", async () => {
    const { outcome } = await settle(before, {
      ...reset,
      eth_getTransactionByHash: [{ from: BUYER, nonce: "0x5" }, null],
      eth_blockNumber: ["0xc", "0x3"],
    });
    expect(outcome).toEqual(
      failed("this test chain was restarted, and the transaction is gone with it."),
    );
  });

  it("is not told by one look, or by two", async () => {
    const { outcome } = await settle(before, {
      ...reset,
      eth_getBlockByNumber: [anew, anew, { hash: GENESIS }],
    });
    expect(outcome).toBeUndefined();
  });
});

describe("several endpoints", () => {
  const reverted: Answers = { eth_getTransactionReceipt: receipt({ status: "0x0" }) };
  const bought: Answers = { eth_getTransactionReceipt: mined(7n) };
  const elsewhere: Answers = { eth_getTransactionReceipt: mined(BigInt(collection.size) - 10n) };
  const cancelled: Answers = {
    eth_getTransactionByHash: null,
    eth_getTransactionCount: "0x6",
    eth_getBlockByNumber: { transactions: [{ hash: OTHER_HASH, from: BUYER, nonce: "0x5" }] },
    eth_getTransactionReceipt: (hash: string) =>
      hash === OTHER_HASH ? { ...receipt({}), transactionHash: OTHER_HASH } : null,
  };
  const down: Answers = {
    eth_blockNumber: new EndpointsFailed("down"),
    eth_getTransactionReceipt: new EndpointsFailed("down"),
  };
  const reset: Answers = {
    eth_getTransactionByHash: null,
    eth_getBlockByNumber: { hash: `0x${"11".repeat(32)}` },
  };
  const known = { ...pending, nonce: 5, genesis: `0x${"9e".repeat(32)}` };
  const ours = { transactionHash: HASH, firstTokenId: 7n, quantity: 2 };

  it.each<[string, Answers]>([
    ["a revert", reverted],
    ["a success", bought],
    ["a cancellation", cancelled],
    ["a reset", reset],
  ])("of which one tells %s and the other nothing make no outcome", async (_, told) => {
    for (const [first, second] of [
      [told, waiting],
      [waiting, told],
      [told, down],
      [down, told],
    ] as const) {
      const { outcome, reports, notices } = await settle(known, first, { beside: [second] });
      expect(outcome).toBeUndefined();
      expect(reports.map(({ type }) => type)).not.toContain("mined");
      expect(notices().at(-1)).toBe("unclear");
    }
  });

  it.each<[string, Answers, Answers]>([
    ["a revert and a success", reverted, bought],
    ["other tickets", bought, elsewhere],
    ["a cancellation and a success", cancelled, bought],
  ])("of which one tells another outcome make none: %s", async (_, one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const { outcome, notices } = await settle(known, first, { beside: [second] });
      expect(outcome).toBeUndefined();
      expect(notices().at(-1)).toBe("unclear");
    }
  });

  it("of which two agree make an outcome against the third, wherever that stands", async () => {
    for (const lie of [reverted, elsewhere, cancelled, reset, waiting, down]) {
      for (const place of [0, 1, 2]) {
        const all = [bought, bought];
        all.splice(place, 0, lie);
        const [first = {}, ...beside] = all;
        const { outcome } = await settle(known, first, { beside });
        expect(outcome).toEqual(ours);
      }
    }
  });

  it("of which one is a block late agree a moment later", async () => {
    const { outcome, notices } = await settle(known, bought, {
      beside: [{ eth_getTransactionReceipt: [null, null, null, mined(7n)] }],
    });
    expect(outcome).toEqual(ours);
    expect(new Set(notices())).toEqual(new Set(["none"]));
  });

  const silent: Answers = {
    eth_blockNumber: new Promise(() => {}),
    eth_getTransactionReceipt: new Promise(() => {}),
  };

  it("of which two agree are enough at once, though a third is silent for ever", async () => {
    for (const place of [0, 1, 2]) {
      const all = [bought, bought];
      all.splice(place, 0, silent);
      const [first = {}, ...beside] = all;
      const { reports } = await settle(known, first, { beside }, 500);
      expect(reports).toEqual([{ type: "mined", purchase: ours }]);
    }
  });

  it("that all fail change nothing: it is sent", async () => {
    const { outcome, reports, asked } = await settle(known, down, { beside: [down] }, 30_000);
    expect(outcome).toBeUndefined();
    expect(reports).toEqual([]);
    expect(asked("eth_getTransactionReceipt").length).toBeGreaterThan(5);
  });

  it("that all fail for half a minute leave the result unclear, and a success as it was told", async () => {
    const { notices } = await settle(known, down, { beside: [down] }, 40_000);
    expect(notices().at(-1)).toBe("unclear");
    const failing = { ...bought, eth_getTransactionReceipt: [mined(7n), down] };
    const { reports } = await settle(known, failing, { ...shallow, beside: [failing] });
    expect(reports).toEqual([justMined]);
  });

  const shallow = { confirmations: 2 };
  const justMined = { type: "mined", purchase: ours };

  it("that differ once it is mined take no success back, nor call it unclear", async () => {
    const { outcome, reports } = await settle(known, bought, {
      ...shallow,
      beside: [{ eth_getTransactionReceipt: [mined(7n), receipt({ status: "0x0" })] }],
    });
    expect(outcome).toBeUndefined();
    expect(reports).toEqual([justMined]);
  });

  it("of which only one answers once it is mined, and shows it waiting, take no success back", async () => {
    const { outcome, reports } = await settle(
      known,
      { eth_getTransactionReceipt: [mined(7n), null] },
      {
        ...shallow,
        beside: [{ eth_getTransactionReceipt: [mined(7n), new EndpointsFailed("down")] }],
      },
    );
    expect(outcome).toBeUndefined();
    expect(reports).toEqual([justMined]);
  });

  it("that differ are said to after half a minute, and not before", async () => {
    const started = start(known, bought, { beside: [reverted] });
    await vi.advanceTimersByTimeAsync(500 + 30_000 - 1);
    expect(started.notices()).not.toContain("unclear");
    await vi.advanceTimersByTimeAsync(1);
    expect(started.notices().at(-1)).toBe("unclear");
    started.controller.abort();
  });

  it("of which two wait and one tells an outcome are unclear, and no failure", async () => {
    for (const told of [bought, reverted]) {
      for (const place of [0, 1, 2]) {
        const all: Answers[] = [waiting, waiting];
        all.splice(place, 0, told);
        const [first = {}, ...beside] = all;
        const { outcome, notices } = await settle(known, first, { beside });
        expect(outcome).toBeUndefined();
        expect(new Set(notices())).toEqual(new Set(["none", "unclear"]));
      }
    }
  });

  it("of which two show receipts later than nonces deny nothing, and are heard once they show them", async () => {
    const laterReceipt = () => {
      const readyAt = Date.now() + 36_000;
      return () => (Date.now() < readyAt ? null : mined(7n));
    };
    for (const place of [0, 1, 2]) {
      const late = (): Answers => ({
        eth_getTransactionCount: "0x6",
        eth_getTransactionByHash: null,
        eth_getTransactionReceipt: laterReceipt(),
        eth_getBlockByNumber: { transactions: [{ hash: HASH, from: BUYER, nonce: "0x5" }] },
      });
      const all: Answers[] = [late(), late()];
      all.splice(place, 0, bought);
      const [first = {}, ...beside] = all;
      const { outcome, notices } = await settle(known, first, { beside });
      expect(outcome).toEqual(ours);
      expect(notices()).not.toContain("confirming");
    }
  });

  it.each<[string, object, object]>([
    ["a revert", { status: "0x0" }, { status: "0x0", blockNumber: "0xb" }],
    ["a transaction without a sale", {}, { blockNumber: "0xb" }],
    ["a revert and one without a sale", { status: "0x0" }, {}],
  ])("do not agree about %s, in another block or of another kind", async (_, one, other) => {
    const { outcome, notices } = await settle(
      known,
      { eth_getTransactionReceipt: receipt(one) },
      { beside: [{ eth_getTransactionReceipt: receipt(other) }] },
    );
    expect(outcome).toBeUndefined();
    expect(notices().at(-1)).toBe("unclear");
  });

  it("that agree must both be deep enough, wherever the late one stands", async () => {
    const heads = ["0xc", "0xc", "0xc", "0xc", "0xd", "0xe"];
    const late: Answers = { ...bought, eth_blockNumber: heads };
    const ahead: Answers = { ...bought, eth_blockNumber: "0xe" };
    for (const [first, second] of [
      [late, ahead],
      [ahead, late],
    ] as const) {
      const { outcome, lookedAt } = await settle(known, first, { ...shallow, beside: [second] });
      expect(outcome).toEqual(ours);
      expect(lookedAt).toHaveLength(heads.length);
    }
  });

  it("agree about a transaction whose hash one of them writes in capitals", async () => {
    const capitals = soldLog({ first: 7n, transactionHash: `0x${"AB".repeat(32)}` });
    const { outcome } = await settle(known, bought, {
      beside: [{ eth_getTransactionReceipt: receipt({ logs: [capitals] }) }],
    });
    expect(outcome).toMatchObject({ firstTokenId: 7n, quantity: 2 });
  });

  it("of which one knows the transaction have seen it", async () => {
    const unseen: Answers = { eth_getTransactionByHash: null };
    for (const [first, second] of [
      [waiting, unseen],
      [unseen, waiting],
    ] as const) {
      const { notices } = await settle(pending, first, { beside: [second] });
      expect(notices().length).toBeGreaterThan(10);
      expect(new Set(notices())).toEqual(new Set(["none"]));
    }
  });

  it("give an account a nonce only when two know it", async () => {
    const { reports } = await settle(
      pending,
      { eth_getTransactionByHash: { from: BUYER, nonce: "0x5" } },
      { beside: [{ eth_getTransactionByHash: { from: BUYER, nonce: "0x7" } }] },
    );
    expect(reports.map(({ type }) => type)).not.toContain("nonceKnown");
  });

  it("have one reason for a revert, or none is told", async () => {
    const because = (name: "SoldOut" | "SalePaused"): Answers => ({
      ...reverted,
      eth_call: new CallReverted(
        "reverted",
        sale.encodeErrorResult(name, name === "SoldOut" ? [2, 0] : []),
      ),
    });
    const agreed = await settle(known, because("SoldOut"), { beside: [because("SoldOut")] });
    expect(agreed.outcome).toEqual(
      failed(
        "all tickets are sold. The contract refused the purchase, and you paid only the network fee.",
      ),
    );
    const { data } = because("SoldOut").eth_call as CallReverted;
    const capitals = new CallReverted("reverted", `0x${data.slice(2).toUpperCase()}`);
    const alike = await settle(known, because("SoldOut"), {
      beside: [{ ...reverted, eth_call: capitals }],
    });
    expect(alike.outcome).toEqual(agreed.outcome);
    const differing = await settle(known, because("SoldOut"), { beside: [because("SalePaused")] });
    expect(differing.outcome).toEqual(
      failed("the contract refused the purchase. You paid only the network fee."),
    );
  });
});

it("ends with an abort, and looks no more", async () => {
  const { outcome, asked, controller } = start(pending, {});
  await vi.advanceTimersByTimeAsync(600);
  const reason = new Error("gone");
  controller.abort(reason);
  expect(await outcome).toBe(reason);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked("eth_getTransactionReceipt")).toHaveLength(1);
});
