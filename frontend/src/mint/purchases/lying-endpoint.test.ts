import { toQuantity } from "ethers";
import { describe, expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import type { TicketState } from "../../../../test/doubles/page/fake-ticket.ts";
import { honestAnswer } from "../../../../test/doubles/rpc/honest-endpoint.ts";
import {
  CHAIN_ID,
  endpoint,
  installFakeClock,
  type Message,
  outcome,
  result,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import type { ServedChain } from "../../../../test/doubles/rpc/served.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { createPurchaser, type PreparedPurchase } from "../../chain/purchase/purchase.ts";
import { createTransport } from "../../chain/rpc/create-transport.ts";
import { confirmRefusal } from "../../chain/sale/confirm-refusal.ts";
import { createTicketReader } from "../../chain/sale/reader.ts";
import type { Dispute } from "../../domain/mint/mint-failure.ts";
import { type ShownOrder, sellable } from "../../domain/order/order.ts";
import { failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";

/** If one endpoint lies, the wallet gets a true order or none. */

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CODE_SHA256 = "1b96011418a3675a82b529695daac30914827d65d2ff3e0bc6873526a1beefcf";
const PRICE = 50_000_000_000_000_000n;
const HEIGHT = 5_000;
const GWEI = 10n ** 9n;
type Answer = (message: Message) => unknown;

const REVERT = { error: { code: 3, message: "execution reverted", data: "0x" } };

const SALE = { price: PRICE, totalSupply: 100n };
const served = { chainId: CHAIN_ID, height: HEIGHT };
const truth: Answer = (message) => honestAnswer(message, { served, sale: SALE });

const tellingSale =
  (told: Partial<TicketState>): Answer =>
  (message) =>
    honestAnswer(message, { served, sale: { ...SALE, ...told } });
const telling =
  (method: string, told: unknown): Answer =>
  (message) =>
    honestAnswer(message, { served, sale: SALE, told: { [method]: told } });
const tellingServed =
  (told: Partial<ServedChain>): Answer =>
  (message) =>
    honestAnswer(message, { served: { ...served, ...told }, sale: SALE });

const lies: readonly [string, Answer][] = [
  ["the price: half of it", tellingSale({ price: PRICE / 2n })],
  ["the price: twice", tellingSale({ price: PRICE * 2n })],
  ["the discount: the code is not active", tellingSale({ activeCodes: [] })],
  ["the supply: sold out", tellingSale({ totalSupply: BigInt(collection.size) })],
  ["the supply: 10^30", tellingSale({ totalSupply: 10n ** 30n })],
  ["the pause", tellingSale({ paused: true })],
  ["gas: 3 x 10^14", telling("eth_estimateGas", toQuantity(3n * 10n ** 14n))],
  ["gas: as much as a transaction may have", telling("eth_estimateGas", toQuantity(16_777_216))],
  ["gas: next to none", telling("eth_estimateGas", "0x1")],
  ["a revert", telling("eth_estimateGas", REVERT)],
  ["the fee: nothing", telling("eth_gasPrice", "0x0")],
  ["the fee: a thousandfold", telling("eth_gasPrice", toQuantity(20_000n * GWEI))],
  ["the balance: none", telling("eth_getBalance", "0x0")],
  ["the head: a billion", telling("eth_blockNumber", toQuantity(10 ** 9))],
  ["the head: 2^80", telling("eth_blockNumber", toQuantity(2n ** 80n))],
  ["the head: a billion, years ago", tellingServed({ height: 10 ** 9, timestamp: 1 })],
  ["the head: a billion, now", tellingServed({ height: 10 ** 9 })],
  ["the contract's code", tellingServed({ code: "0xbadc0de0" })],
  ["the buyer: a contract", telling("eth_getCode", "0x6080")],
  ["the buyer's nonce", telling("eth_getTransactionCount", "0xffff")],
  ["the buyer's nonce: 2^80", telling("eth_getTransactionCount", toQuantity(2n ** 80n))],
];

/**
 * If the preferred endpoint tells one of these lies, the page shows it, but sends no such order.
 */
const SHOWN = ["the price: half of it", "the price: twice"];

const DISPUTED: Readonly<Record<string, Dispute>> = {
  "the price: half of it": "price",
  "the price: twice": "price",
  "the discount: the code is not active": "price",
  "the supply: sold out": "sale",
  "the pause": "sale",
  "gas: as much as a transaction may have": "gas",
  "gas: next to none": "gas",
  "a revert": "outcome",
  "the buyer: a contract": "account",
};

async function endpoints(liar: Answer, position: number, count: number) {
  const all = Array.from({ length: count }, (_, index) => {
    const answer = index === position ? liar : truth;
    const one = (message: Message) => {
      const told = answer(message);
      return told === REVERT
        ? { ...result(message.id, undefined), ...told }
        : result(message.id, told);
    };
    return endpoint((body) => ({ body: Array.isArray(body) ? body.map(one) : one(body) }));
  });
  const urls = (await Promise.all(all)).map(({ url }) => url);
  return createTransport(urls, {
    chainId: CHAIN_ID,
    ticketAddress: TICKET,
    codeSha256: CODE_SHA256,
  });
}

async function visit(liar: Answer, position: number, count: number) {
  const transport = await endpoints(liar, position, count);
  const query = { quantity: 2, affiliateCode: "welcome5" };
  const reader = createTicketReader(transport, TICKET, (...asked) =>
    confirmRefusal(transport, TICKET, ...asked),
  );
  const shown = await outcome(reader.readSale(query)).catch(() => null);
  const purchaser = createPurchaser(transport, TICKET, CHAIN_ID, 2);
  const signed: Record<string, string>[] = [];
  const ports: MintPorts = {
    chainId: CHAIN_ID,
    wallet: {
      getState: () => ({ status: "connected", address: BUYER }),
      getProvider: () => ({
        request: async ({ method, params = [] }) => {
          if (method === "eth_accounts") return [BUYER];
          if (method === "eth_chainId") return CHAIN_ID;
          signed.push(params[0] as Record<string, string>);
          return `0x${"ab".repeat(32)}`;
        },
      }),
    },
    loadPurchaser: async () => purchaser,
  };
  const order: ShownOrder = {
    quantity: query.quantity,
    affiliate: { kind: "code", code: query.affiliateCode },
    payable: shown?.quote.payable ?? null,
  };
  const { signal } = new AbortController();
  let prepared: PreparedPurchase | null = null;
  const onAsk = (asked: PreparedPurchase) => {
    prepared = asked;
  };
  const failure = await outcome(
    mintTicket(ports, order, () => undefined, onAsk, signal).then(() => null, failureOf),
  );
  const sold = sellable(order);
  const fee = sold && (await outcome(purchaser.estimateFee(sold, BUYER).catch(() => null)));
  return { shown, signed, prepared: prepared as PreparedPurchase | null, failure, fee };
}

const DUE = discounted(2n * PRICE);

installFakeClock();

describe.each([
  ["the preferred one of two", 0, 2],
  ["the second of two", 1, 2],
  ["the preferred one of three", 0, 3],
  ["the last of three", 2, 3],
] as const)("%s lies", (_, position, count) => {
  it.each(lies)("about %s", async (about, liar) => {
    const { shown, signed, prepared, failure, fee } = await visit(liar, position, count);
    for (const { value, gas, to } of signed) {
      expect({ value: BigInt(value ?? 0), to }).toEqual({ value: DUE, to: TICKET });
      // The chain accepts no gas limit above 2^24 (EIP-7825).
      expect(BigInt(gas ?? 0)).toBeLessThanOrEqual(16_777_216n);
    }
    if (prepared !== null) {
      expect(prepared).toMatchObject({ byContract: false, sinceBlock: HEIGHT, nonceFrom: 5 });
    }
    if (count === 3 && !(position === 0 && SHOWN.includes(about))) {
      expect({ failure, asked: signed.length }).toEqual({ failure: null, asked: 1 });
      expect(fee).not.toBeNull();
    }
    const dispute = DISPUTED[about];
    if (count === 2 && dispute !== undefined) {
      expect(failure).toEqual({ reason: "endpointsDisagree", about: dispute });
    }
    // The page must not show "paused", "sold out" or "inactive" because of one lying endpoint.
    expect(shown?.paused ?? false).toBe(false);
    expect(shown?.totalSupply ?? 100n).toBe(100n);
    expect(shown?.affiliateActive ?? true).toBe(true);
    if (fee !== null) {
      expect(fee).toBeGreaterThanOrEqual(90_000n * 20n * GWEI);
      expect(fee).toBeLessThanOrEqual(2n * 90_000n * 20n * GWEI);
    }
  });
});

it.each([
  ["a discount that is not the contract's", tellingSale({ price: PRICE / 3n + 1n })],
  ["more tickets than there are", tellingSale({ totalSupply: 10n ** 30n })],
  ["another contract's code", tellingServed({ code: "0xbadc0de0" })],
])("alone, an endpoint that tells %s is not believed: nothing is sent", async (_, liar) => {
  expectWarning("The sale could not be read");
  const { shown, signed } = await visit(liar, 0, 1);
  expect(shown).toBeNull();
  expect(signed).toEqual([]);
});
