// @vitest-environment node
import { describe, expect, it } from "vitest";
import { ticketAnswers } from "../../test/support/ticket-answers.ts";
import { MalformedAnswer } from "./codec.ts";
import { createTicketReader, decodeSale, saleCall } from "./reader.ts";
import type { RpcCall, Transport } from "./transport.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const PRICE = 50_000_000_000_000_000n;

/** What the contract answers to this call. */
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
    ["welcome5", true, (PRICE * 2n * 95n) / 100n],
    ["stranger", false, PRICE * 2n],
  ])("with the code %j is active %j, and pays %d", (affiliateCode, affiliateActive, payable) => {
    const query = { quantity: 2, affiliateCode };
    const told = { totalSupply: 501n, price: PRICE };
    expect(decodeSale(query, answerTo(saleCall(TICKET, query), told))).toEqual({
      totalSupply: 501n,
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
    const transport: Transport = {
      request: async (call, accept, signal) => {
        asked.push([call, signal]);
        return accept(answerTo(call, { totalSupply: 7n }));
      },
    };
    const { signal } = new AbortController();
    const query = { quantity: 3, affiliateCode: "welcome5" };
    const sale = await createTicketReader(transport, TICKET).readSale(query, signal);
    expect(sale).toMatchObject({ totalSupply: 7n, affiliateActive: true });
    expect(asked).toEqual([[saleCall(TICKET, query), signal]]);
  });
});
