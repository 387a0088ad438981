import { parseEther, toQuantity, Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { failed, inWords } from "../../../../test/doubles/page/in-words.ts";
import { isServedCall, servedAnswer } from "../../../../test/doubles/rpc/served.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { money } from "../../../../test/support/money.ts";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { IERC721A__factory } from "../../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import { messages } from "../../domain/words/messages.ts";
import { EndpointError } from "../rpc/endpoint-error.ts";
import { CallReverted, EndpointsFailed, type RpcCall } from "../rpc/transport.ts";
import { createPurchaser, type PreparedPurchase, type Purchaser } from "./purchase.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}`;
const GWEI = 10n ** 9n;
const LOCAL_CHAIN_ID = 31_337;

const sale = ITicket__factory.createInterface();
const erc721a = IERC721A__factory.createInterface();

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: parseEther("0.1") };
const withCode: Order = {
  quantity: collection.maxPerPurchase,
  affiliate: { kind: "code", code: "welcome5" },
  payable: discounted(parseEther("0.05") * BigInt(collection.maxPerPurchase)),
};

const CODE = "0xc0de";
const SAFE_CODE = "0x6080";
const tellSale = ticketAnswers({ totalSupply: 6n });
const GENESIS = `0x${"9e".repeat(32)}`;

type Answers = Readonly<Record<string, unknown>>;

function fakeTransport(answers: Answers) {
  const calls: RpcCall[] = [];
  const transport = transportOf(async (call, accept, signal) => {
    signal?.throwIfAborted();
    calls.push(call);
    let answer = answers[call.method];
    if (isServedCall(call)) {
      const timestamp = Math.floor(Date.now() / 1000);
      answer = servedAnswer({ chainId: 1, height: 7, timestamp, code: CODE });
    } else if (call.method === "eth_call") answer = tellSale({ id: 0, ...call });
    if (answer instanceof Error) throw answer;
    return accept(answer);
  });
  return { transport, calls };
}

const rich: Answers = {
  eth_getBalance: toQuantity(parseEther("100")),
  eth_estimateGas: toQuantity(90_000n),
  eth_gasPrice: toQuantity(20n * GWEI),
  eth_getTransactionCount: "0x5",
  eth_blockNumber: "0x7",
  eth_getBlockByNumber: { hash: GENESIS },
  eth_getCode: "0x",
};

function purchaserWith(answers: Answers, chainId = 1) {
  const { transport, calls } = fakeTransport(answers);
  return { purchaser: createPurchaser(several(transport), TICKET, chainId, 0), calls };
}

const { signal } = new AbortController();

async function prepare(purchaser: Purchaser, what: Order = order) {
  return await purchaser.prepare(what, BUYER, await purchaser.assess(what, BUYER, signal));
}

async function errorOf(promise: Promise<unknown>): Promise<MintError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MintError);
  return error as MintError;
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  return inWords((await errorOf(promise)).failure);
}

describe("prepare", () => {
  it("[P-28] calls buyTicket without a code, for the payable price, with 300000 gas", async () => {
    const { purchaser } = purchaserWith(rich);
    const { buyer, transaction } = await prepare(purchaser);
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
    const { transaction } = await prepare(purchaser, withCode);
    expect(transaction).toMatchObject({
      to: TICKET,
      value: withCode.payable,
      data: sale.encodeFunctionData("buyTicketWithAffiliate", [
        BUYER,
        withCode.quantity,
        "welcome5",
      ]),
    });
  });

  it("estimates the very call that is sent", async () => {
    const { purchaser, calls } = purchaserWith(rich);
    const { transaction } = await prepare(purchaser, withCode);
    expect(calls.find(({ method }) => method === "eth_estimateGas")?.params).toEqual([
      {
        from: BUYER,
        to: TICKET,
        data: transaction.data,
        value: toQuantity(withCode.payable),
      },
    ]);
  });

  it("asks for the buyer as of the newest block", async () => {
    const { purchaser, calls } = purchaserWith(rich);
    await prepare(purchaser);
    // `confirmSale` makes the three other calls.
    expect(calls).toHaveLength(8);
    expect(calls).toEqual(
      expect.arrayContaining([
        { method: "eth_getBalance", params: [BUYER, "latest"] },
        { method: "eth_estimateGas", params: [expect.anything()] },
        { method: "eth_gasPrice", params: [] },
        { method: "eth_getCode", params: [BUYER, "latest"] },
        { method: "eth_getTransactionCount", params: [BUYER, "latest"] },
      ]),
    );
  });

  it("asks for the first block of a local chain only: no other is reset", async () => {
    const firstBlock = { method: "eth_getBlockByNumber", params: ["0x0", false] };
    const local = purchaserWith(rich, LOCAL_CHAIN_ID);
    expect(await prepare(local.purchaser)).toMatchObject({ genesis: GENESIS });
    expect(local.calls).toContainEqual(firstBlock);
    const mainnet = purchaserWith(rich);
    expect(await prepare(mainnet.purchaser)).toMatchObject({ genesis: null });
    expect(mainnet.calls).not.toContainEqual(firstBlock);
  });

  it.each([
    [21_000n, 300_000n],
    [299_999n, 300_000n],
    [300_000n, 300_000n],
    [300_001n, 360_001n],
    [342_000n, 410_400n],
  ])("for an estimate of %d gives %d gas", async (estimate, gasLimit) => {
    const { purchaser } = purchaserWith({ ...rich, eth_estimateGas: toQuantity(estimate) });
    const { transaction } = await prepare(purchaser);
    expect(transaction.gasLimit).toBe(gasLimit);
  });

  const owned = money(parseEther("0.099999"));
  // 90,000 gas at 20 gwei cost 0.0018 ETH.
  const withFee = `not enough funds: you need about ${money(parseEther("0.1018"))} for the price and the network fee, and this account has ${owned}. Nothing was sent.`;
  const priceOnly = `not enough funds: the price is ${money(parseEther("0.1"))} plus the network fee, and this account has ${owned}. Nothing was sent.`;

  it.each<[string, unknown, string]>([
    ["estimates it all the same", rich.eth_estimateGas, withFee],
    ["calls that a revert", new CallReverted("execution reverted", "0x"), priceOnly],
    ["fails", new EndpointError("Lack of funds"), priceOnly],
  ])("refuses a price that the wallet has not, although the endpoint %s", async (...given) => {
    const [, estimate, words] = given;
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(parseEther("0.099999")),
      eth_estimateGas: estimate,
    });
    expect(await failureOf(prepare(purchaser))).toEqual(failed(words));
  });

  it("refuses when the wallet has the price, but not the fee", async () => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(parseEther("0.101799")),
    });
    expect(await failureOf(prepare(purchaser))).toEqual(
      failed(
        `not enough funds: you need about ${money(parseEther("0.1018"))} for the price and the network fee, and this account has ${money(parseEther("0.101799"))}. Nothing was sent.`,
      ),
    );
  });

  it("counts the fee for a wallet that has exactly the price", async () => {
    const { purchaser } = purchaserWith({ ...rich, eth_getBalance: toQuantity(order.payable) });
    expect(await failureOf(prepare(purchaser))).toEqual(
      failed(
        `not enough funds: you need about ${money(parseEther("0.1018"))} for the price and the network fee, and this account has ${money(parseEther("0.1"))}. Nothing was sent.`,
      ),
    );
  });

  it("lets a Safe buy that has exactly the price: its owner pays for the gas", async () => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getCode: SAFE_CODE,
      eth_getBalance: toQuantity(order.payable),
    });
    expect(await prepare(purchaser)).toMatchObject({ byContract: true });
  });

  it("refuses a Safe that has not the price", async () => {
    const balance = order.payable - 1n;
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getCode: SAFE_CODE,
      eth_getBalance: toQuantity(balance),
    });
    expect((await errorOf(prepare(purchaser))).failure).toEqual({
      reason: "insufficientFunds",
      funds: { needed: order.payable, owned: balance, includesFee: false },
    });
  });

  it("gives no figures for a wallet that has exactly the price, when no fee is known", async () => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(order.payable),
      eth_estimateGas: new EndpointError("insufficient funds"),
    });
    expect(await failureOf(prepare(purchaser))).toEqual(
      failed("not enough funds for the price and the network fee. Nothing was sent."),
    );
  });

  it("believes the contract's refusal of a wallet that has exactly the price", async () => {
    const refusal = new CallReverted("reverted", sale.encodeErrorResult("SalePaused", []));
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(order.payable),
      eth_estimateGas: refusal,
    });
    const error = await errorOf(prepare(purchaser));
    expect(error.failure).toEqual({ reason: "refused", refusal: { kind: "salePaused" } });
    expect(error.cause).toBe(refusal);
  });

  it("takes the last wei", async () => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_getBalance: toQuantity(parseEther("0.1018")),
    });
    await expect(prepare(purchaser)).resolves.toBeDefined();
  });

  it.each<[string, string, string]>([
    [
      "SoldOut, none left",
      sale.encodeErrorResult("SoldOut", [2, 0]),
      "all tickets are sold. Nothing was sent.",
    ],
    [
      "SoldOut, one left",
      sale.encodeErrorResult("SoldOut", [2, 1]),
      "only 1 ticket is left. Nothing was sent. Choose fewer tickets.",
    ],
    [
      "SoldOut, some left",
      sale.encodeErrorResult("SoldOut", [9, 3]),
      "only 3 tickets are left. Nothing was sent. Choose fewer tickets.",
    ],
    ["SalePaused", sale.encodeErrorResult("SalePaused", []), "sales are paused. Nothing was sent."],
    [
      "IncorrectPayment",
      sale.encodeErrorResult("IncorrectPayment", [parseEther("0.1"), parseEther("0.12")]),
      `the price has changed to ${money(parseEther("0.12"))}. Nothing was sent. Press Mint again to pay the new price.`,
    ],
    [
      "AffiliateNotActive",
      sale.encodeErrorResult("AffiliateNotActive", ["welcome5"]),
      "this affiliate code is no longer active. Nothing was sent. Buy at the full price, or use another link.",
    ],
    [
      "InvalidQuantity",
      sale.encodeErrorResult("InvalidQuantity", [collection.maxPerPurchase + 1]),
      `you can buy 1 to ${collection.maxPerPurchase} tickets at once. Nothing was sent.`,
    ],
    [
      "an error of ERC721A",
      erc721a.encodeErrorResult("MintToZeroAddress", []),
      "the contract doesn't accept this purchase (MintToZeroAddress). Nothing was sent.",
    ],
    [
      "an unknown error",
      "0x12345678",
      "the contract doesn't accept this purchase. Nothing was sent.",
    ],
    ["no data", "0x", "the contract doesn't accept this purchase. Nothing was sent."],
    ["half a byte", "0x1", "the contract doesn't accept this purchase. Nothing was sent."],
    [
      "a known error that is cut",
      sale.encodeErrorResult("SoldOut", [2, 0]).slice(0, 40),
      "the contract doesn't accept this purchase. Nothing was sent.",
    ],
    [
      "text that is no UTF-8",
      sale.encodeErrorResult("AffiliateNotActive", ["x"]).slice(0, -64) + "ff".repeat(32),
      "this affiliate code is no longer active. Nothing was sent. Buy at the full price, or use another link.",
    ],
  ])("puts the revert %s into words", async (_, data, words) => {
    const { purchaser } = purchaserWith({
      ...rich,
      eth_estimateGas: new CallReverted("execution reverted", data),
    });
    expect(await failureOf(prepare(purchaser))).toEqual(failed(words));
  });

  it.each(["insufficient funds for transfer", "gas required exceeds allowance (1234)"])(
    "says that funds lack when an endpoint says so with no revert: %s",
    async (words) => {
      const failure = new EndpointError(words);
      const { purchaser } = purchaserWith({ ...rich, eth_estimateGas: failure });
      expect(await failureOf(prepare(purchaser))).toEqual(
        failed("not enough funds for the price and the network fee. Nothing was sent."),
      );
    },
  );

  it.each([
    "eth_getBalance",
    "eth_estimateGas",
    "eth_gasPrice",
    "eth_getCode",
    "eth_getTransactionCount",
    "eth_blockNumber",
  ])("knows nothing when %s has no answer", async (method) => {
    const { purchaser } = purchaserWith({ ...rich, [method]: new EndpointError("down") });
    await expect(purchaser.assess(order, BUYER, signal)).rejects.toThrow(EndpointsFailed);
  });

  it.each([null, 0n])("asks of an order at the price %o for the sale", async (payable) => {
    const { purchaser, calls } = purchaserWith(rich);
    const assessed = await purchaser.assess({ ...withCode, payable }, BUYER, signal);
    expect(assessed).toMatchObject({ sale: { affiliateActive: true }, block: 7 });
    expect(calls.some(({ method }) => method === "eth_estimateGas")).toBe(payable !== null);
  });
});

describe("two endpoints", () => {
  const GAS_CAP = 16_777_216n;

  function between(first: Answers, second: Answers) {
    const [one, other] = [
      fakeTransport({ ...rich, ...first }),
      fakeTransport({ ...rich, ...second }),
    ];
    return createPurchaser(several(one.transport, other.transport), TICKET, LOCAL_CHAIN_ID, 0);
  }

  async function told(first: Answers, second: Answers) {
    const purchaser = between(first, second);
    return await prepare(purchaser).catch((error: unknown) => {
      return error instanceof MintError ? inWords(error.failure) : error;
    });
  }

  const disagree = (about: string) =>
    failed(
      `this page couldn't confirm ${about}: two sources differ. Nothing was sent. Try again in a moment.`,
    );
  const down = new EndpointError("down");

  it.each<[string, Answers, string]>([
    [
      "that one says it would revert",
      { eth_estimateGas: new CallReverted("reverted", sale.encodeErrorResult("SoldOut", [2, 0])) },
      "that this purchase can succeed",
    ],
    ["whether the buyer is a contract", { eth_getCode: SAFE_CODE }, "your account"],
    [
      "the gas, more than twofold",
      { eth_estimateGas: toQuantity(180_001n) },
      "how much gas this purchase needs",
    ],
    [
      "the gas, as much as a transaction may have",
      { eth_estimateGas: toQuantity(GAS_CAP) },
      "how much gas this purchase needs",
    ],
  ])("that differ in %s send nothing", async (_, lie, about) => {
    expect(await told(lie, {})).toEqual(disagree(about));
    expect(await told({}, lie)).toEqual(disagree(about));
  });

  it("that both see it revert tell why", async () => {
    const soldOut = {
      eth_estimateGas: new CallReverted("reverted", sale.encodeErrorResult("SoldOut", [2, 0])),
    };
    expect(await told(soldOut, soldOut)).toEqual(failed("all tickets are sold. Nothing was sent."));
  });

  it("of which one sees the funds let the wallet decide", async () => {
    for (const [first, second] of [
      [{ eth_getBalance: "0x1" }, {}],
      [{}, { eth_getBalance: "0x1" }],
    ] as const) {
      expect(await told(first, second)).toMatchObject({ transaction: { gasLimit: 300_000n } });
    }
    expect(await told({ eth_getBalance: "0x1" }, { eth_getBalance: "0x1" })).toEqual(
      expect.stringContaining("not enough funds"),
    );
  });

  it("give the gas that both think enough", async () => {
    const one = { eth_estimateGas: toQuantity(200_000n) };
    const dear = { eth_estimateGas: toQuantity(400_000n) };
    expect(await told(dear, one)).toMatchObject({ transaction: { gasLimit: 480_000n } });
    expect(await told(one, dear)).toMatchObject({ transaction: { gasLimit: 480_000n } });
  });

  it("of which one gives no gas for lack of funds leave that to the other", async () => {
    const poor = {
      eth_estimateGas: new EndpointError("insufficient funds"),
    };
    const dear = { eth_estimateGas: toQuantity(400_000n) };
    expect(await told(poor, dear)).toMatchObject({ transaction: { gasLimit: 480_000n } });
    expect(await told(dear, poor)).toMatchObject({ transaction: { gasLimit: 480_000n } });
  });

  it("are not asked to give more than a transaction may have", async () => {
    const absurd = { eth_estimateGas: toQuantity(GAS_CAP + 1n) };
    expect(await told(absurd, {})).toMatchObject({ transaction: { gasLimit: 300_000n } });
    expect(await told(absurd, absurd)).toBeInstanceOf(EndpointsFailed);
    const most = { eth_estimateGas: toQuantity(GAS_CAP) };
    expect(await told(most, most)).toMatchObject({ transaction: { gasLimit: GAS_CAP } });
  });

  it("of which one is down leave the other's word", async () => {
    const silent = Object.fromEntries(Object.keys(rich).map((method) => [method, down]));
    expect(await told(silent, {})).toMatchObject({ nonceFrom: 5, genesis: GENESIS });
    expect(await told(silent, silent)).toBeInstanceOf(EndpointsFailed);
  });

  it("need not have the first block, and have to agree about it", async () => {
    const other = { eth_getBlockByNumber: { hash: HASH } };
    expect(await told({ eth_getBlockByNumber: down }, {})).toMatchObject({ genesis: null });
    expect(await told(other, {})).toMatchObject({ genesis: null });
    expect(await told(other, other)).toMatchObject({ genesis: HASH });
    const pruned = { eth_getBlockByNumber: down };
    expect(await told(pruned, pruned)).toMatchObject({ genesis: null });
  });

  it("give the earlier of two nonces: the purchase's own is not lower", async () => {
    expect(await told({ eth_getTransactionCount: "0x3" }, {})).toMatchObject({ nonceFrom: 3 });
    expect(await told({ eth_getTransactionCount: "0x7" }, {})).toMatchObject({ nonceFrom: 5 });
  });

  it("of which one tells a nonce that no account has leave the other's", async () => {
    const absurd = { eth_getTransactionCount: toQuantity(2n ** 80n) };
    expect(await told(absurd, {})).toMatchObject({ nonceFrom: 5 });
    expect(await told({}, absurd)).toMatchObject({ nonceFrom: 5 });
    expect(await told(absurd, absurd)).toBeInstanceOf(EndpointsFailed);
  });

  it.each([
    [20n, 20n, 20n],
    [20n, 40n, 40n],
    [40n, 20n, 40n],
  ])("at %d and %d gwei tell the fee at %d gwei", async (one, other, shown) => {
    const purchaser = between(
      { eth_gasPrice: toQuantity(one * GWEI) },
      { eth_gasPrice: toQuantity(other * GWEI) },
    );
    expect(await purchaser.estimateFee(order, BUYER)).toBe(90_000n * shown * GWEI);
  });

  it("that tell very different fees tell none", async () => {
    for (const [one, other] of [
      [20n, 41n],
      [41n, 20n],
      [0n, 20n],
    ] as const) {
      const purchaser = between(
        { eth_gasPrice: toQuantity(one * GWEI) },
        { eth_gasPrice: toQuantity(other * GWEI) },
      );
      expect(await failureOf(purchaser.estimateFee(order, BUYER))).toEqual(
        disagree("the network fee"),
      );
    }
  });

  it("that are down tell no fee", async () => {
    const silent = { eth_gasPrice: down };
    expect(await failureOf(between(silent, silent).estimateFee(order, BUYER))).toEqual(
      failed("the network isn't answering. Nothing was sent. Try again in a moment."),
    );
  });
});

describe("three endpoints", () => {
  const soldOut = new CallReverted("reverted", sale.encodeErrorResult("SoldOut", [2, 0]));

  it.each<[string, Answers]>([
    ["the gas: as much as a transaction may have", { eth_estimateGas: toQuantity(16_777_215n) }],
    ["the gas: next to none", { eth_estimateGas: "0x1" }],
    ["the buyer's code", { eth_getCode: SAFE_CODE }],
    ["a revert", { eth_estimateGas: soldOut }],
    ["a nonce of 2^80", { eth_getTransactionCount: toQuantity(2n ** 80n) }],
    ["a block of 2^80", { eth_blockNumber: toQuantity(2n ** 80n) }],
  ])("of which one lies about %s leave that one out", async (_, lie) => {
    for (const liar of [0, 1, 2]) {
      const [one, ...others] = [0, 1, 2].map(
        (index) => fakeTransport(index === liar ? { ...rich, ...lie } : rich).transport,
      );
      if (one === undefined) throw new Error("There are three");
      const purchaser = createPurchaser(several(one, ...others), TICKET, 1, 0);
      expect(await prepare(purchaser)).toMatchObject({
        transaction: { gasLimit: 300_000n },
        sinceBlock: 7,
        nonceFrom: 5,
        byContract: false,
      });
    }
  });

  it.each([0, 1, 2])("of which number %d tells another fee show that of the others", async (at) => {
    const [one, ...others] = [0, 1, 2].map((index) => {
      const eth_gasPrice = toQuantity(index === at ? 20_000n * GWEI : 20n * GWEI);
      return fakeTransport({ ...rich, eth_gasPrice }).transport;
    });
    if (one === undefined) throw new Error("There are three");
    const purchaser = createPurchaser(several(one, ...others), TICKET, 1, 0);
    expect(await purchaser.estimateFee(order, BUYER)).toBe(90_000n * 20n * GWEI);
  });

  it("that all tell something else send nothing, and the disagreement is said", async () => {
    const estimates = [90_000n, 200_000n, 500_000n].map((gas) => toQuantity(gas));
    const [one, ...others] = estimates.map(
      (gas) => fakeTransport({ ...rich, eth_estimateGas: gas }).transport,
    );
    if (one === undefined) throw new Error("There are three");
    const purchaser = createPurchaser(several(one, ...others), TICKET, 1, 0);
    expect(await failureOf(prepare(purchaser))).toEqual(
      failed(
        "this page couldn't confirm how much gas this purchase needs: two sources differ. Nothing was sent. Try again in a moment.",
      ),
    );
  });
});

describe("estimateFee", () => {
  it("is the gas of this very order at the price of gas now", async () => {
    const { purchaser, calls } = purchaserWith(rich);
    expect(await purchaser.estimateFee(withCode, BUYER)).toBe(90_000n * 20n * GWEI);
    expect(calls.find(({ method }) => method === "eth_estimateGas")?.params).toMatchObject([
      { from: BUYER, value: toQuantity(withCode.payable) },
    ]);
  });
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
        const thrown = answer === "User rejected the request";
        if (thrown || (typeof answer === "object" && !Array.isArray(answer))) throw answer;
        return answer;
      },
    };
    return { provider, sent };
  }

  async function prepared(what: Order = order) {
    const { purchaser } = purchaserWith(rich);
    return { purchaser, purchase: await prepare(purchaser, what) };
  }

  it("[P-28] asks the wallet for one transaction, with call, value and gas as prepared", async () => {
    const { purchaser, purchase } = await prepared(withCode);
    const { provider, sent } = fakeWallet();
    expect(purchase).toEqual({
      transaction: expect.anything(),
      buyer: BUYER,
      order: withCode,
      sinceBlock: 7,
      soldBefore: 6,
      nonceFrom: 5,
      nonce: null,
      genesis: null,
      byContract: false,
    });
    expect(await purchaser.send(purchase, provider)).toBe(HASH);
    const transactions = sent.filter(({ method }) => method === "eth_sendTransaction");
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.params[0]).toEqual({
      from: BUYER,
      to: TICKET,
      chainId: "0x1",
      value: toQuantity(withCode.payable),
      gas: toQuantity(300_000n),
      data: sale.encodeFunctionData("buyTicketWithAffiliate", [
        BUYER,
        withCode.quantity,
        "welcome5",
      ]),
    });
  });

  it("asks the wallet for nothing else", async () => {
    const { purchaser, purchase } = await prepared();
    const { provider, sent } = fakeWallet();
    await purchaser.send(purchase, provider);
    expect(sent.map(({ method }) => method)).toEqual(["eth_sendTransaction"]);
  });

  it.each<[string, unknown]>([
    ["4001", Object.assign(new Error("User rejected the request."), { code: 4001 })],
    ["5000", { code: 5000, message: "User rejected." }],
    [
      "-32603 around 4001",
      { code: -32603, message: "Internal", data: { originalError: { code: 4001 } } },
    ],
    ["ACTION_REJECTED", { code: "ACTION_REJECTED" }],
    ["a bare string", "User rejected the request"],
  ])("knows a rejection by %s wherever it stands", async (_, error) => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet({ eth_sendTransaction: error });
    expect(await failureOf(purchaser.send(purchase, provider))).toBe(messages.rejected);
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
      failed("sales are paused. Nothing was sent."),
    );
  });

  it("keeps what the wallet threw as the cause", async () => {
    const { purchaser, purchase } = await prepared();
    const thrown = { code: 4001, message: "User rejected the request." };
    const { provider } = fakeWallet({ eth_sendTransaction: thrown });
    expect((await errorOf(purchaser.send(purchase, provider))).cause).toBe(thrown);
  });

  it("never repeats the wallet's own words", async () => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet({
      eth_sendTransaction: { code: -32603, message: "call +1 555 to claim your airdrop" },
    });
    expect(await failureOf(purchaser.send(purchase, provider))).toEqual(
      failed("your wallet reported a problem. Check its activity before you try again."),
    );
  });

  it.each<[string, Partial<PreparedPurchase["transaction"]>]>([
    ["another contract", { to: Wallet.createRandom().address }],
    ["another value", { value: parseEther("0.2") }],
    ["another chain", { chainId: 8453n }],
    ["another sender", { from: TICKET }],
    ["another quantity", { data: sale.encodeFunctionData("buyTicket", [BUYER, 3]) }],
    ["another receiver", { data: sale.encodeFunctionData("buyTicket", [TICKET, 2]) }],
    [
      "another function",
      { data: sale.encodeFunctionData("buyTicketWithAffiliate", [BUYER, 2, "welcome5"]) },
    ],
    ["data that is no call of the sale", { data: "0x12345678" }],
  ])("sends nothing when the transaction has %s than the page shows", async (_, changed) => {
    const { purchaser, purchase } = await prepared();
    const { provider, sent } = fakeWallet();
    const transaction = { ...purchase.transaction, ...changed };
    expect(await failureOf(purchaser.send({ ...purchase, transaction }, provider))).toEqual(
      failed(
        "the transaction differs from the order on this page. Nothing was sent. Reload the page before you try again.",
      ),
    );
    expect(sent).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["no hash", "ok"],
    ["a short hash", "0xab"],
    ["true", true],
  ])("doesn't take %s for a transaction", async (_, answer) => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet({ eth_sendTransaction: answer });
    expect(await failureOf(purchaser.send(purchase, provider))).toEqual(
      failed(
        "your wallet didn't say which transaction it sent. Check its activity before you try again.",
      ),
    );
  });

  it.each([
    ["an account", "0x", false],
    ["an account that delegates (EIP-7702)", `0xef0100${"11".repeat(20)}`, false],
    ["a contract, such as a Safe", SAFE_CODE, true],
  ])("knows %s by its code", async (_, code, byContract) => {
    const { purchaser } = purchaserWith({ ...rich, eth_getCode: code });
    expect((await prepare(purchaser)).byContract).toBe(byContract);
  });
});

describe("an order for another address", () => {
  const FRIEND = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  const provider = { request: async () => HASH } satisfies Eip1193Provider;

  it.each([order, withCode])(
    "is bought by the buyer and minted to that address: %o",
    async (what) => {
      const { purchaser } = purchaserWith(rich);
      const prepared = await prepare(purchaser, { ...what, recipient: FRIEND });
      const call = sale.parseTransaction(prepared.transaction);
      expect(call?.args.to).toBe(FRIEND);
      expect(prepared.transaction.from).toBe(BUYER);
      expect(prepared).toMatchObject({ buyer: BUYER, order: { recipient: FRIEND } });
      expect(await purchaser.send(prepared, provider)).toBe(HASH);
    },
  );

  it("goes to no wallet if the transaction is for anyone else", async () => {
    const { purchaser } = purchaserWith(rich);
    const prepared = await prepare(purchaser, { ...order, recipient: FRIEND });
    const toBuyer = await prepare(purchaser, order);
    const swapped = { ...prepared, transaction: toBuyer.transaction };
    const failure = { failure: { reason: "notWhatWasShown" } };
    await expect(purchaser.send(swapped, provider)).rejects.toMatchObject(failure);
    const other = { ...toBuyer, transaction: prepared.transaction };
    await expect(purchaser.send(other, provider)).rejects.toMatchObject(failure);
  });
});
