import { describe, expect, it, vi } from "vitest";
import { RATE } from "../../../../test/doubles/feed/rate.ts";
import {
  type Behaviour,
  type Body,
  endpoint,
  error,
  installFakeClock,
  type Message,
  outcome,
  result,
  serving,
  TICKET,
  transportTo,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { rateCall } from "./price-feed.ts";
import { carryRates } from "./rates.ts";
import { createTicketReader, type SaleQuery } from "./reader.ts";

const FEED = "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419";
const PRICE = 50_000_000_000_000_000n;
const query: SaleQuery = { quantity: 2, affiliateCode: null };

const isFeedCall = ({ params }: Message) =>
  JSON.stringify(params) === JSON.stringify(rateCall(FEED, "ETH").params);

const told = (answer: bigint) => `0x${answer.toString(16).padStart(64, "0")}`;

/** The feed's reply; `null` leaves it out of a batch. */
type FeedReply = (id: number) => unknown;
const rate = (answer: bigint) => (id: number) => result(id, told(answer));

function behaving(reply: FeedReply): Behaviour {
  const sale = serving({ answer: ticketAnswers({ price: PRICE }) });
  const one = (message: Message) => {
    if (isFeedCall(message)) return reply(message.id);
    const answered = sale(message, 1);
    return typeof answered === "object" ? answered.body : null;
  };
  return (body) =>
    Array.isArray(body)
      ? { body: body.map(one).filter((answer) => answer !== null) }
      : { body: one(body), status: one(body) === null ? 500 : 200 };
}

async function open(reply: FeedReply) {
  const served = await endpoint(behaving(reply));
  const transport = transportTo([served]);
  const sale = { ...transport };
  const reader = createTicketReader(sale, TICKET);
  await outcome(reader.readSale(query));
  const rates = carryRates(sale, transport, { address: FEED, symbol: "ETH" });
  const read = async () => (await outcome(reader.readSale(query))).quote.payable;
  const bodies = () => served.requests.map(({ body }) => body);
  return { served, rates, read, bodies };
}

const feedCallsIn = (bodies: readonly Body[]) => bodies.flat().filter(isFeedCall).length;

installFakeClock();

describe("the price feed", () => {
  it("is asked in the request of the sale, and in none of its own", async () => {
    const { rates, read, bodies } = await open(rate(RATE));
    expect(bodies()).toHaveLength(1);
    expect(feedCallsIn(bodies())).toBe(0);
    expect(rates.getRate()).toBeNull();
    expect(await read()).toBe(2n * PRICE);
    expect(rates.getRate()).toBe(RATE);
    expect(bodies()).toHaveLength(2);
    expect(feedCallsIn(bodies())).toBe(1);
  });

  it("is believed again with each answer, and says so once", async () => {
    const { served, rates, read } = await open(rate(RATE));
    const changed = vi.fn();
    const leave = rates.subscribe(changed);
    await read();
    await read();
    expect(changed).toHaveBeenCalledTimes(1);
    served.behave = behaving(rate(2n * RATE));
    await read();
    expect(rates.getRate()).toBe(2n * RATE);
    served.behave = behaving(rate(-RATE));
    await read();
    expect(rates.getRate()).toBeNull();
    expect(changed).toHaveBeenCalledTimes(3);
    leave();
    served.behave = behaving(rate(RATE));
    await read();
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it.each<[string, FeedReply]>([
    ["with no bytes", (id) => result(id, "0x")],
    ["with null", (id) => result(id, null)],
    ["by a revert", (id) => error(id, 3, "execution reverted", "0x")],
    ["by an error that is tried again elsewhere", (id) => error(id, -32_603, "Internal error")],
    ["by a refusal", (id) => error(id, -32_601, "Not for you")],
    ["by no JSON-RPC", (id) => ({ id })],
  ])("fails no sale, and has none asked again, if it is answered %s", async (_how, reply) => {
    const { rates, read, bodies } = await open(reply);
    expect(await read()).toBe(2n * PRICE);
    expect(rates.getRate()).toBeNull();
    expect(bodies()).toHaveLength(2);
  });

  it("is left out for good once only the sale without it can be had", async () => {
    const { served, rates, read, bodies } = await open(rate(RATE));
    await read();
    served.behave = behaving(() => null);
    expect(await read()).toBe(2n * PRICE);
    expect(rates.getRate()).toBeNull();
    const before = bodies().length;
    await read();
    expect(bodies().length).toBe(before + 1);
    expect(feedCallsIn(bodies().slice(before))).toBe(0);
  });

  it("is asked again after a time in which nothing could be had", async () => {
    const { served, rates, read } = await open(rate(RATE));
    served.behave = () => ({ status: 500 });
    await expect(read()).rejects.toThrow("No endpoint gave a usable answer");
    served.behave = behaving(rate(RATE));
    expect(await read()).toBe(2n * PRICE);
    expect(rates.getRate()).toBe(RATE);
  });

  it("changes nothing in how a sale that the contract refuses is told", async () => {
    const { served, read, bodies } = await open(rate(RATE));
    const refusing = behaving(rate(RATE));
    served.behave = (body, count) => {
      const reply = refusing(body, count);
      const [sale] = [body].flat();
      const answers = typeof reply === "object" ? [reply.body].flat() : [];
      return { body: [error(sale?.id ?? 0, 3, "execution reverted", "0x"), ...answers.slice(1)] };
    };
    await expect(read()).rejects.toThrow("The contract reverts the query");
    expect(bodies()).toHaveLength(2);
  });
});
