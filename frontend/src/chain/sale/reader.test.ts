import { AbiCoder } from "ethers";
import { expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import { TICKET } from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { discounted } from "../../../../test/support/collection.ts";
import type { RpcCall } from "../rpc/transport.ts";
import { MalformedAnswer } from "./codec.ts";
import { createTicketReader, decodeSale, type SaleQuery, saleCall } from "./reader.ts";

/** `confirm-refusal.test.ts` has what a second endpoint confirms. */

const PRICE = 50_000_000_000_000_000n;
const SIZE = BigInt(collection.size);
const query: SaleQuery = { quantity: 2, affiliateCode: "welcome5" };
const word = (value: bigint) => AbiCoder.defaultAbiCoder().encode(["uint256"], [value]).slice(2);

const answerTo = (call: RpcCall, told?: Parameters<typeof ticketAnswers>[0]) =>
  String(ticketAnswers({ price: PRICE, ...told })({ id: 0, ...call }));

it.each([
  [null, null, PRICE * 2n],
  ["welcome5", true, discounted(PRICE * 2n)],
  ["stranger", false, PRICE * 2n],
])("with the code %j, the sale is active %j, and costs %d", (affiliateCode, active, payable) => {
  const asked = { quantity: 2, affiliateCode };
  expect(decodeSale(asked, answerTo(saleCall(TICKET, asked), { totalSupply: 7n }))).toEqual({
    totalSupply: 7n,
    paused: false,
    affiliateActive: active,
    quote: { quantity: 2, normal: PRICE * 2n, payable },
  });
});

const honest = (told?: Parameters<typeof ticketAnswers>[0]) =>
  answerTo(saleCall(TICKET, query), told);
const reduced = word(discounted(2n * PRICE));

it.each([
  ["more tickets than there are", honest({ totalSupply: SIZE + 1n })],
  ["a discount of nearly all", honest().replace(reduced, word(1n))],
  ["no discount", honest().replace(reduced, word(2n * PRICE))],
  [
    "the answer to a question without the code",
    answerTo(saleCall(TICKET, { ...query, affiliateCode: null })),
  ],
])("is not read from %s", (_, answer) => {
  expect(() => decodeSale(query, answer)).toThrow(MalformedAnswer);
  expect(decodeSale(query, honest({ totalSupply: SIZE }))).toMatchObject({ totalSupply: SIZE });
});

it("is read in one call, as of the newest block, which ends with its signal", async () => {
  const asked: [RpcCall, AbortSignal | undefined][] = [];
  const transport = transportOf(async (call, accept, signal) => {
    asked.push([call, signal]);
    return accept(answerTo(call, { totalSupply: 7n }));
  });
  const { signal } = new AbortController();
  const sale = await createTicketReader(transport, TICKET).readSale(query, signal);
  expect(sale).toMatchObject({ totalSupply: 7n, affiliateActive: true });
  expect(asked).toEqual([[saleCall(TICKET, query), signal]]);
  const params = [{ to: TICKET, data: expect.any(String) }, "latest"];
  expect(saleCall(TICKET, query)).toEqual({ method: "eth_call", params });
});
