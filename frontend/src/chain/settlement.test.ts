// @vitest-environment node
import { parseEther, toQuantity, ZeroHash, zeroPadValue } from "ethers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { type MiningNotice, MintError, type MintFailure } from "../domain/mint.ts";
import type { PendingPurchase } from "../domain/sale.ts";
import { createPurchaser } from "./purchase.ts";
import { CallReverted, EndpointsFailed, type RpcCall, type Transport } from "./transport.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const OTHER_HASH = `0x${"cd".repeat(32)}`;

const sale = ITicket__factory.createInterface();

const pending: PendingPurchase = {
  transactionHash: HASH,
  buyer: BUYER,
  order: { quantity: 2, affiliateCode: null, payable: parseEther("0.1") },
  sinceBlock: 10,
  byContract: false,
};
const bySafe: PendingPurchase = { ...pending, byContract: true };

function soldLog(fields: {
  address?: string;
  buyer?: string;
  first: bigint;
  quantity?: bigint;
  paid?: bigint;
  transactionHash?: string;
}) {
  const { topics, data } = sale.encodeEventLog("TicketsSold", [
    fields.buyer ?? BUYER,
    BUYER,
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

const receipt = (fields: object) => ({ status: "0x1", blockNumber: "0x10", logs: [], ...fields });
const failed = (detail: string): MintFailure => ({ reason: "sendingFailed", detail });

type Answers = Readonly<Record<string, unknown>>;

/** A chain on which nothing has happened yet: the transaction is known and waits. */
const waiting: Answers = {
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: { nonce: "0x5" },
  eth_getTransactionCount: "0x5",
  eth_blockNumber: toQuantity(12n),
  eth_getLogs: [[]],
};

/** Answers each method with its value, or throws its error; a list is answered one by one, the last for ever. */
function start(what: PendingPurchase, answers: Answers) {
  const calls: RpcCall[] = [];
  const notices: MiningNotice[] = [];
  const controller = new AbortController();
  const transport: Transport = {
    async request(call, accept, signal) {
      signal?.throwIfAborted();
      calls.push(call);
      let answer = { ...waiting, ...answers }[call.method];
      if (Array.isArray(answer)) {
        const asked = calls.filter(({ method }) => method === call.method).length;
        answer = answer[Math.min(asked, answer.length) - 1];
      }
      if (answer instanceof Error) throw answer;
      try {
        return accept(answer);
      } catch (cause) {
        throw new EndpointsFailed("No endpoint gave a usable answer", { cause });
      }
    },
  };
  const outcome = createPurchaser(transport, TICKET, 1)
    .follow(what, (notice) => notices.push(notice), controller.signal)
    .catch((error: unknown) => (error instanceof MintError ? error.failure : error));
  const asked = (method: string) => calls.filter((call) => call.method === method);
  return { outcome, calls, asked, notices, controller };
}

async function settle(what: PendingPurchase, answers: Answers, ms = 60_000) {
  const started = start(what, answers);
  await vi.advanceTimersByTimeAsync(ms);
  return { ...started, outcome: await started.outcome };
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a transaction that is mined", () => {
  it("[P-29] gives the tickets of the contract's own event for this very order", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: receipt({
        logs: [
          // A wallet's entry point, another sale, or others in the same bundle may log first.
          { address: BUYER, topics: [], data: "0x", transactionHash: HASH },
          soldLog({ address: BUYER, first: 9n }),
          { address: TICKET, topics: [`0x${"11".repeat(32)}`], data: "0x", transactionHash: HASH },
          soldLog({ buyer: TICKET, first: 9n }),
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
      { eth_getTransactionReceipt: receipt({ logs: [soldLog({ first: 1n })] }) },
    );
    expect(outcome).toMatchObject({ firstTokenId: 1n });
  });

  it("[P-29] is looked for after 0.5, 1, 2 and then every 4 s", async () => {
    const { asked, outcome } = start(pending, {
      eth_getTransactionReceipt: [
        ...[null, null, null, null],
        receipt({ logs: [soldLog({ first: 1n })] }),
      ],
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
    expect(await outcome).toMatchObject({ firstTokenId: 1n });
  });

  it("is found although endpoints fail meanwhile", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: [
        new EndpointsFailed("down"),
        new EndpointsFailed("down"),
        receipt({ logs: [soldLog({ first: 1n })] }),
      ],
    });
    expect(outcome).toMatchObject({ firstTokenId: 1n });
  });

  it.each<[string, unknown]>([
    ["no receipt", {}],
    ["a receipt without logs", { status: "0x1", blockNumber: "0x10" }],
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
    expect(outcome).toEqual(failed("the transaction was mined, but it sold no tickets."));
  });
});

describe("a transaction that is reverted", () => {
  it("[P-29] is told with its reason, by the call as of its block", async () => {
    const { outcome, calls } = await settle(pending, {
      eth_getTransactionReceipt: receipt({ status: "0x0" }),
      eth_call: new CallReverted("reverted", sale.encodeErrorResult("SoldOut", [2, 0])),
    });
    expect(outcome).toEqual(failed("the transaction was reverted: all tickets are sold."));
    expect(calls.at(-1)).toEqual({
      method: "eth_call",
      params: [
        {
          from: BUYER,
          to: TICKET,
          data: sale.encodeFunctionData("buyTicket", [BUYER, 2]),
          value: toQuantity(pending.order.payable),
        },
        "0x10",
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
  ])("[P-29] is told when %s", async (_, answer) => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: receipt({ status: "0x0" }),
      eth_call: answer,
    });
    expect(outcome).toEqual(failed("the transaction was reverted. Only its network fee was paid."));
  });
});

describe("a transaction that is replaced", () => {
  it("by a faster one of its own is a success, under the new hash", async () => {
    const { outcome, asked } = await settle(pending, {
      eth_getTransactionByHash: [{ nonce: "0x5" }, null],
      eth_getTransactionCount: ["0x5", "0x6"],
      eth_getLogs: [[soldLog({ first: 8n, transactionHash: OTHER_HASH })]],
    });
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 8n, quantity: 2 });
    expect(asked("eth_getLogs")[0]?.params).toEqual([
      {
        address: TICKET,
        fromBlock: "0xa",
        toBlock: "0xc",
        topics: [sale.getEvent("TicketsSold").topicHash, zeroPadValue(BUYER, 32)],
      },
    ]);
  });

  it("by nothing that bought tickets was cancelled", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionByHash: [{ nonce: "0x5" }, null],
      eth_getTransactionCount: ["0x5", "0x6"],
    });
    expect(outcome).toEqual(
      failed("the transaction was replaced or cancelled in your wallet. No tickets were bought."),
    );
  });

  it("is not given up when one endpoint's count runs ahead of its receipts", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionReceipt: [null, null, receipt({ logs: [soldLog({ first: 3n })] })],
      eth_getTransactionCount: "0x6",
    });
    expect(outcome).toMatchObject({ firstTokenId: 3n });
  });
});

describe("a contract's purchase, such as a Safe's", () => {
  it("says that its owners must sign, and ends by the event, whatever its hash", async () => {
    const { outcome, notices } = await settle(bySafe, {
      eth_getTransactionByHash: null,
      eth_getLogs: [[], [], [soldLog({ first: 4n, transactionHash: OTHER_HASH })]],
    });
    expect(outcome).toEqual({ transactionHash: OTHER_HASH, firstTokenId: 4n, quantity: 2 });
    expect(notices).toEqual(["owners", "owners"]);
  });

  it("is looked for in windows that endpoints take, up to the newest block", async () => {
    const { asked, controller } = start(bySafe, {
      eth_getTransactionByHash: null,
      eth_blockNumber: toQuantity(1_200n),
    });
    await vi.advanceTimersByTimeAsync(20_000);
    controller.abort();
    const windows = asked("eth_getLogs").map(({ params }) => {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      return [Number(fromBlock), Number(toBlock)];
    });
    expect(windows.slice(0, 4)).toEqual([
      [10, 509],
      [510, 1_009],
      [1_010, 1_200],
      [1_195, 1_200],
    ]);
  });
});

describe("a transaction that no endpoint knows", () => {
  it("is said to be unseen after half a minute, and followed all the same", async () => {
    const { outcome, notices } = await settle(pending, {
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: [
        ...Array.from({ length: 11 }, () => null),
        receipt({ logs: [soldLog({ first: 6n })] }),
      ],
    });
    expect(notices).toEqual([
      ...Array.from({ length: 8 }, () => "none"),
      ...["unseen", "unseen", "unseen"],
    ]);
    expect(outcome).toMatchObject({ firstTokenId: 6n });
  });

  it("on a chain that was reset is gone", async () => {
    const { outcome } = await settle(pending, {
      eth_getTransactionByHash: null,
      eth_blockNumber: toQuantity(3n),
    });
    expect(outcome).toEqual(failed("this chain was reset, and the transaction is gone with it."));
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
