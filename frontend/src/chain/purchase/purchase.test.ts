import { parseEther, toQuantity, Wallet } from "ethers";
import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { honestAnswer } from "../../../../test/doubles/rpc/honest-endpoint.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { BUYER, HASH, STRANGER, sale, TICKET } from "../../../../test/doubles/rpc/told-chain.ts";
import { answering } from "../../../../test/doubles/rpc/transport-of.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { IERC721A__factory } from "../../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import { EndpointError } from "../rpc/endpoint-error.ts";
import { EndpointsFailed, Reverted } from "../rpc/transport.ts";
import { createPurchaser, type PreparedPurchase, type Purchaser } from "./purchase.ts";

const GWEI = 10n ** 9n;
const GAS_CAP = 16_777_216n;
const LOCAL_CHAIN_ID = 31_337;
const GENESIS = `0x${"9e".repeat(32)}`;
const SAFE_CODE = "0x6080";

const erc721a = IERC721A__factory.createInterface();

const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: parseEther("0.1") };
const withCode: Order = {
  quantity: collection.maxPerPurchase,
  affiliate: { kind: "code", code: "welcome5" },
  payable: discounted(parseEther("0.05") * BigInt(collection.maxPerPurchase)),
};
const callOfCode = sale.encodeFunctionData("buyTicketWithAffiliate", [
  BUYER,
  withCode.quantity,
  "welcome5",
]);

type Answers = Readonly<Record<string, unknown>>;

/** The requests of an assessment, besides those about the sale. */
const ASKED = [
  "eth_getBalance",
  "eth_estimateGas",
  "eth_gasPrice",
  "eth_getCode",
  "eth_getTransactionCount",
  "eth_blockNumber",
];
const fee = 90_000n * 20n * GWEI;
const dear = parseEther("0.1") + fee;

const down = new EndpointError("down");
const insufficient = new EndpointError("insufficient funds");
const revert = (data: string) => new Reverted(data);
const soldOut = revert(sale.encodeErrorResult("SoldOut", [2, 0]));
const funds = (wei: bigint): Answers => ({ eth_getBalance: toQuantity(wei) });
const estimating = (eth_estimateGas: unknown): Answers => ({ eth_estimateGas });
const gas = (estimate: bigint) => estimating(toQuantity(estimate));
const gasPrice = (gwei: bigint): Answers => ({ eth_gasPrice: toQuantity(gwei * GWEI) });
const nonce = (count: bigint): Answers => ({ eth_getTransactionCount: toQuantity(count) });
const genesis = (eth_getBlockByNumber: unknown): Answers => ({ eth_getBlockByNumber });
const bySafe: Answers = { eth_getCode: SAFE_CODE };

const endpoint = (told: Answers) =>
  answering((call) =>
    honestAnswer(call, { served: { height: 7 }, sale: { totalSupply: 6n }, told }),
  );

/** @param others the answers of the other endpoints, where they differ from a rich buyer's */
function purchaserOn(chainId: number, first: Answers = {}, ...others: readonly Answers[]) {
  const { transport, calls } = endpoint(first);
  const all = several(transport, ...others.map((answers) => endpoint(answers).transport));
  const paramsOf = (method: string) => calls.find((call) => call.method === method)?.params;
  return { purchaser: createPurchaser(all, TICKET, chainId, 0), calls, paramsOf };
}

const purchaserWith = (...endpoints: readonly Answers[]) => purchaserOn(1, ...endpoints);

const { signal } = new AbortController();

const prepare = async (purchaser: Purchaser, what: Order = order) =>
  await purchaser.prepare(what, BUYER, await purchaser.assess(what, BUYER, signal));

/** The value, the failure of a `MintError`, or the error. */
const endOf = (promise: Promise<unknown>) =>
  promise.catch((error: unknown) => (error instanceof MintError ? error.failure : error));

/** The prepared purchase on a local chain, or why there is none. */
const told = (...endpoints: readonly Answers[]) =>
  endOf(prepare(purchaserOn(LOCAL_CHAIN_ID, ...endpoints).purchaser));
const feeTold = (...endpoints: readonly Answers[]) =>
  endOf(purchaserWith(...endpoints).purchaser.estimateFee(order, BUYER));

const refused = (refusal: object) => ({ reason: "refused", refusal });
const disagree = (about: string) => ({ reason: "endpointsDisagree", about });
const withGas = (gasLimit: bigint) => ({ transaction: { gasLimit } });

describe("prepare", () => {
  it("[P-28] calls buyTicket without a code, for the payable price, with 300000 gas", async () => {
    const { purchaser, calls } = purchaserWith();
    expect(await prepare(purchaser)).toMatchObject({
      buyer: BUYER,
      transaction: {
        from: BUYER,
        to: TICKET,
        value: parseEther("0.1"),
        gasLimit: 300_000n,
        chainId: 1n,
        data: sale.encodeFunctionData("buyTicket", [BUYER, 2]),
      },
    });
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

  it("[P-28] calls buyTicketWithAffiliate with a code, and estimates the very call", async () => {
    const { purchaser, paramsOf } = purchaserWith();
    const { transaction } = await prepare(purchaser, withCode);
    const call = { to: TICKET, data: callOfCode };
    expect(transaction).toMatchObject({ ...call, value: withCode.payable });
    const value = toQuantity(withCode.payable);
    expect(paramsOf("eth_estimateGas")).toEqual([{ from: BUYER, ...call, value }]);
  });

  it("makes no transaction of an order that no endpoint has assessed", async () => {
    const { purchaser } = purchaserWith();
    const assessed = { ...(await purchaser.assess(order, BUYER, signal)), answers: [] };
    const end = await endOf(purchaser.prepare(order, BUYER, assessed));
    expect(end).toEqual({ reason: "endpointsSilent" });
  });

  it("asks for the first block of a local chain only: no other is reset", async () => {
    const local = purchaserOn(LOCAL_CHAIN_ID);
    expect(await prepare(local.purchaser)).toMatchObject({ genesis: GENESIS });
    expect(local.paramsOf("eth_getBlockByNumber")).toEqual(["0x0", false]);
    const mainnet = purchaserWith();
    expect(await prepare(mainnet.purchaser)).toMatchObject({ genesis: null });
    expect(mainnet.paramsOf("eth_getBlockByNumber")).toBeUndefined();
  });

  it.each([
    [21_000n, 300_000n],
    [299_999n, 300_000n],
    [300_000n, 300_000n],
    [300_001n, 360_001n],
    [342_000n, 410_400n],
  ])("for an estimate of %d gives %d gas", async (estimate, gasLimit) => {
    expect(await told(gas(estimate))).toMatchObject(withGas(gasLimit));
  });

  const exact = funds(order.payable);
  const short = funds(order.payable - 1n);
  const lacking = (owned: bigint) => ({ needed: dear, owned, includesFee: true });
  const price = { needed: order.payable, owned: order.payable - 1n, includesFee: false };
  const allowance = new EndpointError("gas required exceeds allowance (1234)");

  it.each<[string, Answers, object | null]>([
    ["has not the price, where the endpoint estimates", short, lacking(order.payable - 1n)],
    [
      "has not the price, where the endpoint reverts",
      { ...short, ...estimating(revert("0x")) },
      price,
    ],
    ["has not the price, where the endpoint fails", { ...short, ...estimating(down) }, price],
    ["is a Safe and has not the price", { ...short, ...bySafe }, price],
    ["has the price, but not the fee", funds(dear - 1n), lacking(dear - 1n)],
    ["has exactly the price", exact, lacking(order.payable)],
    ["has the price, when no fee is known", { ...exact, ...estimating(insufficient) }, null],
    ["lacks funds as an endpoint says", estimating(insufficient), null],
    ["lacks funds as an endpoint says in geth's words", estimating(allowance), null],
  ])("refuses for lack of funds a wallet that %s", async (_, answers, expected) => {
    expect(await told(answers)).toEqual({ reason: "insufficientFunds", funds: expected });
  });

  it("takes the last wei, and of a Safe the price: its owner pays for the gas", async () => {
    expect(await told(funds(dear))).toMatchObject({ byContract: false });
    expect(await told({ ...exact, ...bySafe })).toMatchObject({ byContract: true });
  });

  it("believes the contract's refusal of a wallet that has exactly the price", async () => {
    const refusal = revert(sale.encodeErrorResult("SalePaused", []));
    expect(await told({ ...exact, ...estimating(refusal) })).toEqual(
      refused({ kind: "salePaused" }),
    );
  });

  const badCode = sale.encodeErrorResult("AffiliateNotActive", ["welcome5"]);
  const dearer = sale.encodeErrorResult("IncorrectPayment", [order.payable, 2n * order.payable]);
  const inherited = erc721a.encodeErrorResult("MintToZeroAddress", []);
  const other = (error: string | null = null) => ({ kind: "other", error });
  it.each<[string, string, object]>([
    ["SoldOut", sale.encodeErrorResult("SoldOut", [9, 3]), { kind: "tooFewLeft", remaining: 3n }],
    ["SalePaused", sale.encodeErrorResult("SalePaused", []), { kind: "salePaused" }],
    ["IncorrectPayment", dearer, { kind: "priceChanged", price: 2n * order.payable }],
    ["AffiliateNotActive", badCode, { kind: "affiliateNotActive" }],
    [
      "text that is no UTF-8",
      badCode.slice(0, -64) + "ff".repeat(32),
      { kind: "affiliateNotActive" },
    ],
    [
      "InvalidQuantity",
      sale.encodeErrorResult("InvalidQuantity", [9]),
      { kind: "invalidQuantity" },
    ],
    ["an error of ERC721A", inherited, other("MintToZeroAddress")],
    ["an unknown error", "0x12345678", other()],
    ["no data", "0x", other()],
    ["half a byte", "0x1", other()],
    ["a known error that is cut", soldOut.data.slice(0, 40), other()],
  ])("reads the revert %s", async (_, data, refusal) => {
    expect(await told(estimating(revert(data)))).toEqual(refused(refusal));
  });

  it.each(ASKED)("knows nothing when %s has no answer", async (method) => {
    expect(await told({ [method]: down })).toBeInstanceOf(EndpointsFailed);
  });

  it.each([null, 0n])("asks of an order at the price %o for the sale", async (payable) => {
    const { purchaser, paramsOf } = purchaserWith();
    const assessed = await purchaser.assess({ ...withCode, payable }, BUYER, signal);
    expect(assessed).toMatchObject({ sale: { affiliateActive: true }, block: 7 });
    expect(paramsOf("eth_estimateGas") !== undefined).toBe(payable !== null);
  });

  it.each([
    ["an account", "0x", false],
    ["an account that delegates (EIP-7702)", `0xef0100${"11".repeat(20)}`, false],
    ["a contract, such as a Safe", SAFE_CODE, true],
  ])("knows %s by its code", async (_, eth_getCode, byContract) => {
    expect(await told({ eth_getCode })).toMatchObject({ byContract });
  });
});

describe("two endpoints", () => {
  const absurd = nonce(2n ** 80n);
  const poor = funds(1n);
  const silent = Object.fromEntries(ASKED.map((method) => [method, down]));
  const otherGenesis = genesis({ hash: HASH });
  const with480k = withGas(480_000n);

  it.each<[string, Answers, string]>([
    ["that one says it would revert", estimating(soldOut), "outcome"],
    ["whether the buyer is a contract", bySafe, "account"],
    ["the gas, more than twofold", gas(180_001n), "gas"],
    ["the gas, as much as a transaction may have", gas(GAS_CAP), "gas"],
  ])("that differ in %s send nothing", async (_, lie, about) => {
    expect(await told(lie, {})).toEqual(disagree(about));
    expect(await told({}, lie)).toEqual(disagree(about));
  });

  it.each<[string, Answers, Answers, object]>([
    ["of which one sees the funds let the wallet decide", poor, {}, withGas(300_000n)],
    ["give the gas that both think enough", gas(400_000n), gas(200_000n), with480k],
    [
      "of which one gives no gas believe the other",
      estimating(insufficient),
      gas(400_000n),
      with480k,
    ],
    ["leave out more gas than a transaction may have", gas(GAS_CAP + 1n), {}, withGas(300_000n)],
    ["of which one is down leave the other's word", silent, {}, { nonceFrom: 5, genesis: GENESIS }],
    ["need not have the first block", genesis(down), {}, { genesis: null }],
    ["have to agree about the first block", otherGenesis, {}, { genesis: null }],
    ["give the lower of two nonces, if that is old", nonce(3n), {}, { nonceFrom: 3 }],
    ["give the lower of two nonces, if one is new", nonce(7n), {}, { nonceFrom: 5 }],
    ["leave out a nonce that no account has", absurd, {}, { nonceFrom: 5 }],
  ])("%s", async (_, first, second, expected) => {
    expect(await told(first, second)).toMatchObject(expected);
    expect(await told(second, first)).toMatchObject(expected);
  });

  const noneLeft = refused({ kind: "tooFewLeft", remaining: 0n });
  const nothing = expect.any(EndpointsFailed);
  it.each<[string, Answers, unknown]>([
    ["a revert tell why", estimating(soldOut), noneLeft],
    ["too low funds refuse", poor, expect.objectContaining({ reason: "insufficientFunds" })],
    [
      "as much gas as a transaction may have give that",
      gas(GAS_CAP),
      expect.objectContaining({ transaction: expect.objectContaining({ gasLimit: GAS_CAP }) }),
    ],
    ["more gas than that tell nothing", gas(GAS_CAP + 1n), nothing],
    ["no answer tell nothing", silent, nothing],
    ["an absurd nonce tell nothing", absurd, nothing],
    ["the same first block give it", otherGenesis, expect.objectContaining({ genesis: HASH })],
    ["no first block give none", genesis(down), expect.objectContaining({ genesis: null })],
  ])("that both see %s", async (_, answers, expected) => {
    expect(await told(answers, answers)).toEqual(expected);
  });

  it.each([
    [20n, 20n, 20n],
    [20n, 40n, 40n],
    [40n, 20n, 40n],
  ])("at %d and %d gwei tell the fee at %d gwei", async (one, other, shown) => {
    expect(await feeTold(gasPrice(one), gasPrice(other))).toBe(90_000n * shown * GWEI);
  });

  it.each([
    [20n, 41n],
    [41n, 20n],
    [0n, 20n],
  ])("at %d and %d gwei tell no fee", async (one, other) => {
    expect(await feeTold(gasPrice(one), gasPrice(other))).toEqual(disagree("networkFee"));
  });

  it("that are down tell no fee", async () => {
    const silentPrice = { eth_gasPrice: down };
    expect(await feeTold(silentPrice, silentPrice)).toEqual({ reason: "endpointsSilent" });
  });
});

describe("three endpoints", () => {
  const beside = (liar: number, lie: Answers) => [0, 1, 2].map((at) => (at === liar ? lie : {}));

  it.each<[string, Answers]>([
    ["the gas: as much as a transaction may have", gas(GAS_CAP - 1n)],
    ["the gas: next to none", gas(1n)],
    ["the buyer's code", bySafe],
    ["a revert", estimating(soldOut)],
    ["a nonce of 2^80", nonce(2n ** 80n)],
    ["a block of 2^80", { eth_blockNumber: toQuantity(2n ** 80n) }],
  ])("of which one lies about %s leave that one out", async (_, lie) => {
    for (const liar of [0, 1, 2]) {
      expect(await told(...beside(liar, lie))).toMatchObject({
        transaction: { gasLimit: 300_000n },
        sinceBlock: 7,
        nonceFrom: 5,
        byContract: false,
      });
    }
  });

  it.each([0, 1, 2])("of which number %d tells another fee show that of the others", async (at) => {
    expect(await feeTold(...beside(at, gasPrice(20_000n)))).toBe(fee);
  });

  it("that all tell something else send nothing, and report the disagreement", async () => {
    expect(await told({}, gas(200_000n), gas(500_000n))).toEqual(disagree("gas"));
  });
});

it("the fee is the gas of this very order at the price of gas now", async () => {
  const { purchaser, paramsOf } = purchaserWith();
  expect(await purchaser.estimateFee(withCode, BUYER)).toBe(fee);
  const value = toQuantity(withCode.payable);
  expect(paramsOf("eth_estimateGas")).toMatchObject([{ from: BUYER, value }]);
});

describe("send", () => {
  function fakeWallet(answer: unknown = HASH) {
    const sent: { method: string; params: readonly unknown[] }[] = [];
    const provider: Eip1193Provider = {
      async request({ method, params = [] }) {
        sent.push({ method, params });
        return answer instanceof Promise ? await answer : answer;
      },
    };
    return { provider, sent };
  }

  async function prepared(what: Order = order) {
    const { purchaser } = purchaserWith();
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
    const transaction = {
      from: BUYER,
      to: TICKET,
      chainId: "0x1",
      value: toQuantity(withCode.payable),
      gas: toQuantity(300_000n),
      data: callOfCode,
    };
    expect(sent).toEqual([{ method: "eth_sendTransaction", params: [transaction] }]);
  });

  it.each<[string, unknown, object]>([
    ["a rejection", { code: 4001, message: "User rejected." }, { reason: "rejected" }],
    ["a rejection as a bare string", "User rejected the request", { reason: "rejected" }],
    [
      "a custom error inside its own",
      { code: -32603, data: { code: 3, data: sale.encodeErrorResult("SalePaused", []) } },
      refused({ kind: "salePaused" }),
    ],
    ["anything else", { code: -32603, message: "call +1 555" }, { reason: "walletFailed" }],
  ])("knows %s of the wallet, and keeps it as the cause", async (_, thrown, failure) => {
    const { purchaser, purchase } = await prepared();
    const { provider } = fakeWallet(Promise.reject(thrown));
    const error = await purchaser.send(purchase, provider).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure, cause: thrown });
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
    expect(await endOf(purchaser.send({ ...purchase, transaction }, provider))).toEqual({
      reason: "notWhatWasShown",
    });
    expect(sent).toEqual([]);
  });

  it.each([undefined, "ok", "0xab", true])("doesn't take %o for a transaction", async (answer) => {
    const { purchaser, purchase } = await prepared();
    const request = async () => answer;
    expect(await endOf(purchaser.send(purchase, { request } as Eip1193Provider))).toEqual({
      reason: "noTransactionHash",
    });
  });

  it.each([order, withCode])("sends a gift from the buyer to its recipient: %o", async (what) => {
    const { purchaser, purchase } = await prepared({ ...what, recipient: STRANGER });
    expect(sale.parseTransaction(purchase.transaction)?.args.to).toBe(STRANGER);
    const gift = { transaction: { from: BUYER }, buyer: BUYER, order: { recipient: STRANGER } };
    expect(purchase).toMatchObject(gift);
    expect(await purchaser.send(purchase, fakeWallet().provider)).toBe(HASH);
  });

  it("sends no transaction whose tickets go to another owner than the order says", async () => {
    const { purchaser, purchase: gift } = await prepared({ ...order, recipient: STRANGER });
    const { purchase: own } = await prepared();
    const { provider, sent } = fakeWallet();
    const toBuyer = { ...gift, transaction: own.transaction };
    const toStranger = { ...own, transaction: gift.transaction };
    for (const swapped of [toBuyer, toStranger]) {
      expect(await endOf(purchaser.send(swapped, provider))).toEqual({ reason: "notWhatWasShown" });
    }
    expect(sent).toEqual([]);
  });
});
