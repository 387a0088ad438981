// @vitest-environment node
import { Interface, parseEther, toQuantity, Wallet, ZeroHash } from "ethers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { IERC721A__factory } from "../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { Eip1193Provider } from "../domain/eip1193.ts";
import { MintError, type MintFailure } from "../domain/mint.ts";
import type { Order } from "../domain/sale.ts";
import { createPurchaser, type PreparedPurchase } from "./purchase.ts";
import { CallReverted, EndpointsFailed, type RpcCall, type Transport } from "./transport.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const GWEI = 10n ** 9n;

const sale = ITicket__factory.createInterface();
const erc721a = IERC721A__factory.createInterface();

const order: Order = { quantity: 2, affiliateCode: null, payable: parseEther("0.1") };
const discounted: Order = {
  quantity: 50,
  affiliateCode: "welcome5",
  payable: parseEther("2.375"),
};

type Answers = Readonly<Record<string, unknown>>;

/** Answers each method with its value, or throws its error; a list is answered one by one, the last for ever. */
function fakeTransport(answers: Answers) {
  const calls: RpcCall[] = [];
  const transport: Transport = {
    async request(call, accept, signal) {
      signal?.throwIfAborted();
      calls.push(call);
      let answer = answers[call.method];
      if (Array.isArray(answer)) {
        const asked = calls.filter(({ method }) => method === call.method).length;
        answer = answer[Math.min(asked, answer.length) - 1];
      }
      if (answer instanceof Error) throw answer;
      return accept(answer);
    },
  };
  return { transport, calls };
}

const rich: Answers = {
  eth_getBalance: toQuantity(parseEther("100")),
  eth_estimateGas: toQuantity(90_000n),
  eth_gasPrice: toQuantity(20n * GWEI),
};

function purchaserWith(answers: Answers) {
  const { transport, calls } = fakeTransport(answers);
  return { purchaser: createPurchaser(transport, TICKET, 1), calls };
}

async function failureOf(promise: Promise<unknown>): Promise<MintFailure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MintError);
  return (error as MintError).failure;
}

const failed = (detail: string): MintFailure => ({ reason: "sendingFailed", detail });

describe("prepare", () => {
  it("[P-28] calls buyTicket without a code, for the payable price, with 300000 gas", async () => {
    const { purchaser } = purchaserWith(rich);
    const { buyer, transaction } = await purchaser.prepare(order, BUYER);
    expect(buyer).toBe(BUYER);
    expect(transaction).toMatchObject({
      from: BUYER,
      to: TICKET,
      value: parseEther("0.1"),
      gasLimit: 300_000n,
      chainId: 1n,
      data: sale.encodeFunctionData("buyTicket", [BUYER, 2]),
    });
  });

  it("[P-28] calls buyTicketWithAffiliate with a code", async () => {
    const { purchaser } = purchaserWith(rich);
    const { transaction } = await purchaser.prepare(discounted, BUYER);
    expect(transaction).toMatchObject({
      to: TICKET,
      value: parseEther("2.375"),
      data: sale.encodeFunctionData("buyTicketWithAffiliate", [BUYER, 50, "welcome5"]),
    });
  });

  it("estimates the very call that is sent", async () => {
    const { purchaser, calls } = purchaserWith(rich);
    const { transaction } = await purchaser.prepare(discounted, BUYER);
    expect(calls.find(({ method }) => method === "eth_estimateGas")?.params).toEqual([
      {
        from: BUYER,
        to: TICKET,
        data: transaction.data,
        value: toQuantity(parseEther("2.375")),
      },
    ]);
  });

  it.each([
    [21_000n, 300_000n],
    [299_999n, 300_000n],
    [300_000n, 300_000n],
    [300_001n, 360_001n],
    [342_000n, 410_400n],
  ])("for an estimate of %d gives %d gas", async (estimate, gasLimit) => {
    const { purchaser } = purchaserWith({ ...rich, eth_estimateGas: toQuantity(estimate) });
    const { transaction } = await purchaser.prepare(order, BUYER);
    expect(transaction.gasLimit).toBe(gasLimit);
  });

  it("refuses when the price is more than the wallet has, before it estimates", async () => {
    const { purchaser, calls } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(parseEther("0.099999")),
    });
    expect(await failureOf(purchaser.prepare(order, BUYER))).toEqual(
      failed(
        "not enough funds: price and network fee are about 0.100000 ETH, and the wallet has 0.099999 ETH.",
      ),
    );
    expect(calls.map(({ method }) => method)).toEqual(["eth_getBalance"]);
  });

  it("refuses when the wallet has the price, but not the fee", async () => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(parseEther("0.101799")),
    });
    // 90000 gas at 20 gwei are 0.0018 ETH.
    expect(await failureOf(purchaser.prepare(order, BUYER))).toEqual(
      failed(
        "not enough funds: price and network fee are about 0.101800 ETH, and the wallet has 0.101799 ETH.",
      ),
    );
  });

  it("takes the last wei", async () => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(parseEther("0.1018")),
    });
    await expect(purchaser.prepare(order, BUYER)).resolves.toBeDefined();
  });

  it.each<[string, string, string]>([
    ["SoldOut, none left", sale.encodeErrorResult("SoldOut", [2, 0]), "all tickets are sold."],
    ["SoldOut, one left", sale.encodeErrorResult("SoldOut", [2, 1]), "only 1 ticket is left."],
    ["SoldOut, some left", sale.encodeErrorResult("SoldOut", [9, 3]), "only 3 tickets are left."],
    ["SalePaused", sale.encodeErrorResult("SalePaused", []), "sales are paused at the moment."],
    [
      "IncorrectPayment",
      sale.encodeErrorResult("IncorrectPayment", [parseEther("0.1"), parseEther("0.12")]),
      "the price has changed to 0.120000 ETH. Nothing was paid; look at the new price and try again.",
    ],
    [
      "AffiliateNotActive",
      sale.encodeErrorResult("AffiliateNotActive", ["welcome5"]),
      "this affiliate code is not active any more.",
    ],
    [
      "InvalidQuantity",
      sale.encodeErrorResult("InvalidQuantity", [51]),
      "1 to 50 tickets can be bought at once.",
    ],
    [
      "an error of ERC721A",
      erc721a.encodeErrorResult("MintToZeroAddress", []),
      "the contract refuses this purchase (MintToZeroAddress).",
    ],
    ["an unknown error", "0x12345678", "the contract refuses this purchase."],
    ["no data", "0x", "the contract refuses this purchase."],
    ["half a byte", "0x1", "the contract refuses this purchase."],
    [
      "a known error that is cut",
      sale.encodeErrorResult("SoldOut", [2, 0]).slice(0, 40),
      "the contract refuses this purchase.",
    ],
    [
      "text that is no UTF-8",
      sale.encodeErrorResult("AffiliateNotActive", ["x"]).slice(0, -64) + "ff".repeat(32),
      "this affiliate code is not active any more.",
    ],
  ])("puts the revert %s into words", async (_, data, words) => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_estimateGas: new CallReverted("execution reverted", data),
    });
    expect(await failureOf(purchaser.prepare(order, BUYER))).toEqual(failed(words));
  });

  it.each(["eth_getBalance", "eth_estimateGas", "eth_gasPrice"])(
    "refuses when %s has no answer",
    async (method) => {
      const { purchaser } = purchaserWith({ ...rich, [method]: new EndpointsFailed("down") });
      expect(await failureOf(purchaser.prepare(order, BUYER))).toEqual(
        failed("the network does not answer. Nothing was sent. Try again in a moment."),
      );
    },
  );
});

describe("send", () => {
  function fakeWallet(answers: Answers = {}) {
    const sent: { method: string; params: readonly unknown[] }[] = [];
    const provider: Eip1193Provider = {
      async request({ method, params = [] }) {
        sent.push({ method, params });
        const answer = {
          eth_accounts: [BUYER.toLowerCase()],
          eth_chainId: "0x1",
          eth_sendTransaction: HASH,
          ...answers,
        }[method];
        if (answer instanceof Error || (typeof answer === "object" && !Array.isArray(answer))) {
          throw answer;
        }
        return answer;
      },
    };
    return { provider, sent };
  }

  async function prepared(what: Order = order) {
    const { purchaser } = purchaserWith(rich);
    return { purchaser, purchase: await purchaser.prepare(what, BUYER) };
  }

  it("[P-28] asks the wallet for one transaction, with call, value and gas as prepared", async () => {
    const { purchaser, purchase } = await prepared(discounted);
    const { provider, sent } = fakeWallet();
    expect(await purchaser.send(purchase, provider)).toBe(HASH);
    const transactions = sent.filter(({ method }) => method === "eth_sendTransaction");
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.params[0]).toMatchObject({
      from: BUYER.toLowerCase(),
      to: TICKET.toLowerCase(),
      value: toQuantity(parseEther("2.375")),
      gas: toQuantity(300_000n),
      data: sale.encodeFunctionData("buyTicketWithAffiliate", [BUYER, 50, "welcome5"]),
    });
  });

  it("doesn't wait for a hash that no node knows", async () => {
    const { purchaser, purchase } = await prepared();
    const { provider, sent } = fakeWallet();
    await purchaser.send(purchase, provider);
    expect(sent.map(({ method }) => method)).not.toContain("eth_getTransactionByHash");
  });

  it.each<[string, unknown]>([
    ["4001", Object.assign(new Error("User rejected the request."), { code: 4001 })],
    ["5000", { code: 5000, message: "User rejected." }],
    [
      "-32603 around 4001",
      { code: -32603, message: "Internal", data: { originalError: { code: 4001 } } },
    ],
    ["ACTION_REJECTED", { code: "ACTION_REJECTED" }],
  ])("knows a rejection by %s through ethers' wrapping", async (_, error) => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet({ eth_sendTransaction: error });
    expect(await failureOf(purchaser.send(purchase, provider))).toEqual({ reason: "rejected" });
  });

  it("decodes a custom error inside the wallet's", async () => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet({
      eth_sendTransaction: {
        code: -32603,
        message: "Internal JSON-RPC error.",
        data: { code: 3, data: sale.encodeErrorResult("SalePaused", []) },
      },
    });
    expect(await failureOf(purchaser.send(purchase, provider))).toEqual(
      failed("sales are paused at the moment."),
    );
  });

  it("never repeats the wallet's own words", async () => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet({
      eth_sendTransaction: { code: -32603, message: "call +1 555 to claim your airdrop" },
    });
    expect(await failureOf(purchaser.send(purchase, provider))).toEqual(
      failed("the wallet reported a problem. Look at its activity before you try again."),
    );
  });

  it("sends nothing from another account", async () => {
    const { purchaser, purchase } = await prepared();
    const { provider, sent } = fakeWallet({ eth_accounts: [Wallet.createRandom().address] });
    await failureOf(purchaser.send(purchase, provider));
    expect(sent.map(({ method }) => method)).not.toContain("eth_sendTransaction");
  });
});

describe("settle", () => {
  const events = new Interface(ITicket__factory.abi);

  function soldLog(address: string, firstTokenId: bigint, quantity: bigint) {
    const { topics, data } = events.encodeEventLog("TicketsSold", [
      BUYER,
      BUYER,
      ZeroHash,
      firstTokenId,
      quantity,
      order.payable,
    ]);
    return { address, topics, data };
  }

  const receipt = (fields: object) => ({
    status: "0x1",
    blockNumber: "0x10",
    logs: [],
    ...fields,
  });

  let purchase: PreparedPurchase;

  beforeEach(async () => {
    purchase = await purchaserWith(rich).purchaser.prepare(order, BUYER);
    vi.useFakeTimers();
  });

  async function settle(answers: Answers, signal = new AbortController().signal) {
    const { purchaser, calls } = purchaserWith(answers);
    const settled = purchaser.settle(purchase, HASH, signal);
    const outcome = settled.then(
      (value) => value,
      (error: unknown) => (error instanceof MintError ? error.failure : error),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return { outcome: await outcome, calls };
  }

  it("[P-29] gives the tickets of the contract's own event", async () => {
    const { outcome } = await settle({
      eth_getTransactionReceipt: receipt({
        logs: [
          // A wallet's entry point or another sale may log first.
          { address: BUYER, topics: [], data: "0x" },
          soldLog(BUYER, 9n, 9n),
          { address: TICKET, topics: [`0x${"11".repeat(32)}`], data: "0x" },
          soldLog(TICKET.toLowerCase(), 502n, 2n),
        ],
      }),
    });
    expect(outcome).toEqual({ transactionHash: HASH, firstTokenId: 502n, quantity: 2 });
  });

  it("[P-29] waits for the receipt, looking after 0.5, 1, 2 and then every 4 s", async () => {
    const { purchaser, calls } = purchaserWith({
      eth_getTransactionReceipt: [
        null,
        null,
        null,
        null,
        receipt({ logs: [soldLog(TICKET, 1n, 2n)] }),
      ],
    });
    const settled = vi.fn();
    void purchaser.settle(purchase, HASH, new AbortController().signal).then(settled);
    for (const [ms, looks] of [
      [499, 0],
      [1, 1],
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
      [3_999, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(calls).toHaveLength(looks);
    }
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledOnce();
  });

  it("goes on looking when no endpoint answers", async () => {
    const { outcome } = await settle({
      eth_getTransactionReceipt: [
        new EndpointsFailed("down"),
        new EndpointsFailed("down"),
        receipt({ logs: [soldLog(TICKET, 1n, 2n)] }),
      ],
    });
    expect(outcome).toMatchObject({ firstTokenId: 1n });
  });

  it("[P-29] tells why a transaction was reverted, by the call as of its block", async () => {
    const { outcome, calls } = await settle({
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
          data: purchase.transaction.data,
          value: toQuantity(order.payable),
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
  ])("[P-29] tells of a reverted transaction when %s", async (_, answer) => {
    const { outcome } = await settle({
      eth_getTransactionReceipt: receipt({ status: "0x0" }),
      eth_call: answer,
    });
    expect(outcome).toEqual(failed("the transaction was reverted. Only its network fee was paid."));
  });

  it("is no success without the event", async () => {
    const { outcome } = await settle({
      eth_getTransactionReceipt: receipt({ logs: [soldLog(BUYER, 1n, 2n)] }),
    });
    expect(outcome).toEqual(failed("the transaction was mined, but it sold no tickets."));
  });

  it("ends with an abort, and looks no more", async () => {
    const controller = new AbortController();
    const { purchaser, calls } = purchaserWith({ eth_getTransactionReceipt: null });
    const reason = new Error("gone");
    const caught = expect(purchaser.settle(purchase, HASH, controller.signal)).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(600);
    controller.abort(reason);
    await caught;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
  });
});
