import { AbiCoder } from "ethers";
import { describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import {
  CHAIN_ID,
  endpoint,
  installFakeClock,
  outcome,
  serving,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { discounted } from "../../../../test/support/collection.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { createTransport } from "../rpc/create-transport.ts";
import type { RpcCall } from "../rpc/transport.ts";
import { MalformedAnswer } from "./codec.ts";
import { readConfirmedSale } from "./confirm-sale.ts";
import { createTicketReader, decodeSale, type SaleQuery, saleCall } from "./reader.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const PRICE = 50_000_000_000_000_000n;
const SIZE = BigInt(collection.size);
const query: SaleQuery = { quantity: 2, affiliateCode: "welcome5" };
type Told = Parameters<typeof ticketAnswers>[0];

async function readerOf(told: readonly Told[]) {
  const endpoints = await Promise.all(
    told.map((answers) =>
      endpoint(serving({ answer: ticketAnswers({ price: PRICE, ...answers }) })),
    ),
  );
  const deployment = { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null };
  const transport = createTransport(
    endpoints.map(({ url }) => url),
    deployment,
  );
  const confirm = vi.fn(async (asked: SaleQuery, _told: Sale, signal?: AbortSignal) => {
    return (await readConfirmedSale(transport, TICKET, asked, signal)).sale;
  });
  return { reader: createTicketReader(transport, TICKET, confirm), confirm };
}

installFakeClock();

describe("what one endpoint says alone", () => {
  it("is shown while there is something to buy", async () => {
    const { reader, confirm } = await readerOf([{ totalSupply: SIZE - 1n }, {}]);
    expect(await outcome(reader.readSale(query))).toMatchObject({
      totalSupply: SIZE - 1n,
      paused: false,
      affiliateActive: true,
      quote: { quantity: 2, normal: 2n * PRICE, payable: discounted(2n * PRICE) },
    });
    expect(confirm).not.toHaveBeenCalled();
  });

  it.each<[string, Told]>([
    ["that all is sold", { totalSupply: SIZE }],
    ["that sales are paused", { paused: true }],
    ["that a code is inactive", { activeCodes: [] }],
  ])("turns no visitor away: %s is asked of a second one", async (_, told) => {
    const alone = await readerOf([told, {}]);
    await expect(outcome(alone.reader.readSale(query))).rejects.toMatchObject({
      failure: { reason: "endpointsDisagree" },
    });
    const both = await readerOf([told, told]);
    expect(await outcome(both.reader.readSale(query))).toMatchObject({
      totalSupply: told?.totalSupply ?? 0n,
      paused: told?.paused ?? false,
      affiliateActive: told?.activeCodes === undefined,
    });
    expect(both.confirm).toHaveBeenCalledExactlyOnceWith(
      query,
      expect.objectContaining({ totalSupply: told?.totalSupply ?? 0n }),
      undefined,
    );
  });

  it("is all there is where no other can be asked", async () => {
    const { reader } = await readerOf([{ paused: true }]);
    expect(await outcome(reader.readSale(query))).toMatchObject({ paused: true });
  });
});

describe("figures that no contract has", () => {
  const word = (value: bigint) => AbiCoder.defaultAbiCoder().encode(["uint256"], [value]).slice(2);
  const priceOf2 = word(2n * PRICE);
  const withCode = word(discounted(2n * PRICE));

  it.each<[string, Told, (answer: string) => string]>([
    ["more tickets than there are", { totalSupply: SIZE + 1n }, (answer) => answer],
    ["a discount of nearly all", {}, (answer) => answer.replace(withCode, word(1n))],
    ["no discount", {}, (answer) => answer.replace(withCode, priceOf2)],
  ])("are not shown: %s are another endpoint's", async (_, told, forge) => {
    const honest = ticketAnswers({ price: PRICE, ...told });
    const liar = await endpoint(serving({ answer: (message) => forge(String(honest(message))) }));
    const other = await endpoint(serving({ answer: ticketAnswers({ price: PRICE }) }));
    const deployment = { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null };
    const transport = createTransport([liar.url, other.url], deployment);
    const sale = await outcome(createTicketReader(transport, TICKET).readSale(query));
    expect(sale).toMatchObject({
      totalSupply: 0n,
      quote: { normal: 2n * PRICE, payable: discounted(2n * PRICE) },
    });
    expect(liar.requests.length).toBeGreaterThan(0);
  });
});

const answerTo = ({ method, params }: RpcCall, told?: Parameters<typeof ticketAnswers>[0]) =>
  ticketAnswers(told)({ id: 0, method, params });

describe("saleCall", () => {
  const query = { quantity: 2, affiliateCode: "welcome5" };

  it("asks the contract, as of the newest block if it is told no other", () => {
    const { method, params } = saleCall(TICKET, query);
    expect(method).toBe("eth_call");
    expect(params).toEqual([{ to: TICKET, data: expect.any(String) }, "latest"]);
    expect(saleCall(TICKET, query, "0x10").params[1]).toBe("0x10");
  });
});

describe("decodeSale", () => {
  it.each([
    [null, null, PRICE * 2n],
    ["welcome5", true, discounted(PRICE * 2n)],
    ["stranger", false, PRICE * 2n],
  ])("with the code %j is active %j, and pays %d", (affiliateCode, affiliateActive, payable) => {
    const query = { quantity: 2, affiliateCode };
    const told = { totalSupply: 7n, price: PRICE };
    expect(decodeSale(query, answerTo(saleCall(TICKET, query), told))).toMatchObject({
      totalSupply: 7n,
      paused: false,
      affiliateActive,
      quote: { quantity: 2, normal: PRICE * 2n, payable },
    });
  });

  it("refuses the answer to a question without the code", () => {
    const answer = answerTo(saleCall(TICKET, { quantity: 2, affiliateCode: null }));
    expect(() => decodeSale({ quantity: 2, affiliateCode: "welcome5" }, answer)).toThrow(
      MalformedAnswer,
    );
  });
});

describe("createTicketReader", () => {
  it("reads the sale in one call, which ends with its signal", async () => {
    const asked: [RpcCall, AbortSignal | undefined][] = [];
    const transport = transportOf(async (call, accept, signal) => {
      asked.push([call, signal]);
      return accept(answerTo(call, { totalSupply: 7n }));
    });
    const { signal } = new AbortController();
    const query = { quantity: 3, affiliateCode: "welcome5" };
    const sale = await createTicketReader(transport, TICKET).readSale(query, signal);
    expect(sale).toMatchObject({ totalSupply: 7n, affiliateActive: true });
    expect(asked).toEqual([[saleCall(TICKET, query), signal]]);
  });
});
