import { describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { failed, inWords } from "../../../../test/doubles/page/in-words.ts";
import {
  type Behaviour,
  elapsed,
  endpoint,
  type FakeChain,
  type FakeEndpoint,
  installFakeClock,
  type Message,
  outcome,
  pass,
  refusing,
  serving,
  TICKET,
  transportTo,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { isServedCall } from "../../../../test/doubles/rpc/served.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { answering } from "../../../../test/doubles/rpc/transport-of.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { delay } from "../../platform/delay.ts";
import { EndpointError } from "../rpc/endpoint-error.ts";
import { post } from "../rpc/post.ts";
import { EndpointsFailed, type FailoverTransport, Reverted } from "../rpc/transport.ts";
import { servedCall } from "../rpc/vetting.ts";
import { confirmSale, readConfirmedSale } from "./confirm-sale.ts";
import type { SaleQuery } from "./reader.ts";

const ETHER = 10n ** 18n;
const SIZE = BigInt(collection.size);
const YEAR_S = 365 * 86_400;

const order: SaleQuery = { quantity: 2, affiliateCode: null };
const welcome: SaleQuery = { ...order, affiliateCode: "welcome5" };
const cheaper = { price: ETHER / 25n };
/** Twelve blocks before the newest one, at the same time. */
const older = { height: 4_988 };

const honest = (told: Partial<FakeChain> = {}) => serving({ answer: ticketAnswers(), ...told });
const telling = (state: Parameters<typeof ticketAnswers>[0]) => ({ answer: ticketAnswers(state) });

const saleFor = ({ quantity, affiliateCode }: SaleQuery, fields: Partial<Sale> = {}): Sale => {
  const normal = (ETHER / 20n) * BigInt(quantity);
  const payable = affiliateCode === "welcome5" ? discounted(normal) : normal;
  return {
    ...fakeSale({}, { affiliateCode }),
    quote: { quantity, normal, payable },
    ...fields,
  };
};
const confirmed = { sale: saleFor(order), block: 5_000 };

const refused = (about: string) =>
  failed(
    `this page couldn't confirm ${about}: two sources differ. Nothing was sent. Try again in a moment.`,
  );

async function confirmationBy(transport: FailoverTransport, asked = order) {
  return await outcome(
    readConfirmedSale(transport, TICKET, asked).catch((error: unknown) => {
      if (error instanceof MintError) return inWords(error.failure);
      throw error;
    }),
  );
}

/** An endpoint without HTTP. */
function witness(
  told: Partial<FakeChain> = {},
  instead: Readonly<Record<string, Error | Reverted>> = {},
) {
  const behave = honest(told);
  return answering((call) => {
    const other = instead[isServedCall(call) ? "served" : call.method];
    if (other !== undefined) return other;
    const reply = behave({ id: 0, ...call }, 1);
    return typeof reply === "string" ? null : Object(reply.body).result;
  });
}
type Witness = ReturnType<typeof witness>;

const confirmedBy = (witnesses: readonly Witness[], asked = order) =>
  confirmationBy(several(...witnesses.map(({ transport }) => transport)), asked);

/** Whichever of the two is asked first. */
async function told(one: Witness, other: Witness, asked = order) {
  const answer = await confirmedBy([one, other], asked);
  expect(await confirmedBy([other, one], asked)).toEqual(answer);
  return answer;
}

/** Sells a ticket in the block after `height`. */
const soldAfter = (height: number, newest: number) => (message: Message) => {
  const [, asked] = message.params;
  const block = asked === "latest" ? newest : Number(asked);
  return ticketAnswers({ totalSupply: block > height ? 7n : 6n })(message);
};
const ofNewest = (state: Parameters<typeof ticketAnswers>[0]) => (message: Message) =>
  message.params[1] === "latest"
    ? ticketAnswers(state)(message)
    : { error: { code: -32000, message: "missing trie node" } };

installFakeClock();

it("believes the only endpoint of a build", async () => {
  expect(await confirmedBy([witness()])).toEqual(confirmed);
});

describe("two endpoints", () => {
  const inCapitals = (message: Message) =>
    `0x${String(ticketAnswers()(message)).slice(2).toUpperCase()}`;
  const soldOut = { ...cheaper, totalSupply: SIZE };
  const quote = { quantity: 2, normal: (ETHER / 25n) * 2n, payable: (ETHER / 25n) * 2n };

  it.each<[string, SaleQuery, Partial<FakeChain>, Partial<FakeChain>, Partial<Sale>?]>([
    ["of an order", order, {}, {}],
    ["of an order with a code", welcome, {}, {}],
    ["of an order with an inactive code", { ...order, affiliateCode: "stranger" }, {}, {}],
    [
      "that differs from what the page shows",
      order,
      telling(soldOut),
      telling(soldOut),
      { totalSupply: SIZE, quote },
    ],
    ["by whose time the visitor's clock is fast", order, { age: YEAR_S }, { age: YEAR_S + 6 }],
    ["by whose time the visitor's clock is slow", order, { age: -YEAR_S }, { age: 6 - YEAR_S }],
    ["in any spelling", order, { answer: inCapitals }, {}],
    ["although one makes a block number up", order, { height: 10 ** 9 }, {}],
  ])("confirm the same sale %s", async (_, asked, one, other, fields) => {
    const sale = saleFor(asked, fields);
    expect(await told(witness(one), witness(other), asked)).toEqual({ sale, block: 5_000 });
  });

  it("are asked what they serve, and for the sale at their newest blocks: the older one counts", async () => {
    const both = [witness(), witness(older)] as const;
    expect(await confirmedBy(both)).toEqual({ ...confirmed, block: 4_988 });
    for (const { calls } of both) {
      expect(calls).toEqual([
        servedCall(TICKET),
        { method: "eth_call", params: [{ to: TICKET, data: expect.any(String) }, "latest"] },
        { method: "eth_blockNumber", params: [] },
      ]);
    }
  });

  it.each([1, 5])(
    "of which one is %d blocks behind a sale are asked again, of the newest block that both have",
    async (blocks) => {
      const height = 5_000 + blocks;
      const ahead = witness({ height, answer: soldAfter(5_000, height) });
      const behind = witness({ answer: soldAfter(5_000, 5_000) });
      const sale = saleFor(order, { totalSupply: 6n });
      expect(await told(ahead, behind)).toEqual({ sale, block: 5_000 });
      for (const { calls } of [ahead, behind]) {
        const blocksAsked = calls.flatMap(({ method, params: [, block] }) =>
          method === "eth_call" ? [block] : [],
        );
        const once = ["latest", "latest", "latest", "0x1388"];
        expect(blocksAsked).toEqual([...once, ...once]);
      }
    },
  );

  it("of which one has no older blocks confirm what both tell of their newest, and nothing else", async () => {
    const ahead = witness({ height: 5_001 });
    expect(await told(ahead, witness({ answer: ofNewest({}) }))).toEqual(confirmed);
    const late = witness({ answer: ofNewest({ totalSupply: 6n }) });
    expect(await told(ahead, late)).toEqual(refused("the state of the sale"));
  });

  const inactive = telling({ activeCodes: [] });
  const reduced = telling({ price: discounted(ETHER / 20n), activeCodes: [] });
  const [free, freeInactive] = [{ price: 0n }, { price: 0n, activeCodes: [] }].map(telling);
  it.each<[string, Witness, string, SaleQuery?, Witness?]>([
    ["another price", witness(telling(cheaper)), "the price"],
    ["that the code is not active", witness(inactive), "the price", welcome],
    ["the price without the code, which both ask for", witness(reduced), "the price", welcome],
    [
      "a code inactive that changes no price",
      witness(freeInactive),
      "the state of the sale",
      welcome,
      witness(free),
    ],
    ["another supply", witness(telling({ totalSupply: SIZE })), "the state of the sale"],
    ["a pause", witness(telling({ paused: true })), "the state of the sale"],
    ["other code", witness({ code: "0xc0df" }), "the contract"],
    ["a refusal", witness({}, { eth_call: new Reverted("0x") }), "the price"],
  ])("stop the mint when one tells %s", async (_, liar, about, asked, other = witness()) => {
    expect(await told(liar, other, asked)).toEqual(refused(about));
  });

  it("stop the mint when both tell that the contract refuses", async () => {
    const refuses = () => witness({}, { eth_call: new Reverted("0x") });
    expect(await told(refuses(), refuses())).toEqual(refused("the price"));
  });

  it.each([
    [91, 331, true],
    [91, 332, false],
    [-332, -91, false],
    [-91, 150, false],
  ])("compare answers whose newest blocks are %d and %d s old: %o", async (one, other, near) => {
    const both = [witness({ age: one }), witness({ age: other })] as const;
    expect(await told(...both)).toEqual(near ? confirmed : refused("the newest block"));
    for (const { calls } of both) expect(calls).toHaveLength(6);
  });

  it.each([
    [90, true],
    [-90, true],
    [91, false],
    [-91, false],
  ])("give a say to one whose newest block is %d s old: %o", async (age, counts) => {
    const far = witness({ height: 4_000, age, ...telling(cheaper) });
    expect(await told(far, witness())).toEqual(counts ? refused("the price") : confirmed);
  });

  it("have no use for one that refuses to tell what it serves, as if the contract had", async () => {
    expect(await told(witness({}, { served: new Reverted("0x") }), witness())).toEqual(confirmed);
  });

  it.each([6, 91])("leave the word to the only one that answers, %d s old", async (age) => {
    const down = witness({}, { served: new EndpointsFailed("down") });
    const alone = witness({ age, height: 4_000, ...telling({ totalSupply: 6n }) });
    const sale = saleFor(order, { totalSupply: 6n });
    expect(await told(down, alone)).toEqual({ sale, block: 4_000 });
  });

  it("tell no sale if the only one that answers tells a refusal", async () => {
    const refuses = witness({}, { eth_call: new Reverted("0x") });
    await expect(confirmedBy([refuses])).rejects.toThrow(EndpointsFailed);
  });

  it("are asked besides what the caller wants to know: one that can't tell is dropped", async () => {
    const enquiry = {
      calls: [{ method: "eth_gasPrice", params: [] }],
      accept: (read: (index: number) => unknown) => String(read(0)),
      disputeOf: () => null,
    };
    const both = ["0x5", "0x7"].map((price) =>
      witness({
        answer: (message) => (message.method === "eth_gasPrice" ? price : ticketAnswers()(message)),
      }),
    );
    const asking = (...witnesses: readonly Witness[]) =>
      confirmSale(several(...witnesses.map(({ transport }) => transport)), TICKET, order, enquiry);
    expect(await asking(...both)).toMatchObject({
      sale: saleFor(order),
      answers: ["0x5", "0x7"],
    });
    const failing = witness({}, { eth_gasPrice: new EndpointError("no") });
    expect(await asking(failing, ...both.slice(1))).toMatchObject({ answers: ["0x7"] });
  });
});

/** Over HTTP, so that endpoints can be late. */
async function confirmation(endpoints: readonly FakeEndpoint[], delays: readonly number[] = []) {
  return await confirmationBy(lateTransportTo(endpoints, delays));
}

function lateTransportTo(endpoints: readonly FakeEndpoint[], delays: readonly number[]) {
  return transportTo(endpoints, async (url, body, signal) => {
    const ms = delays[endpoints.findIndex((each) => each.url === url)] ?? 0;
    if (ms > 0) await delay(ms, signal);
    return await post(url, body, signal);
  });
}

describe("a second endpoint that can't be asked does not stop the mint", () => {
  it.each<[string, Behaviour, number]>([
    ["is silent", () => "silent", 3_000],
    ["fails", () => ({ status: 404 }), 0],
    ["fails again and again", () => ({ status: 500 }), 1_050],
    ["asks to wait", () => ({ status: 429, headers: { "retry-after": "8" } }), 3_000],
    ["serves another chain", honest({ chainId: 1 }), 0],
    ["has stopped far behind", honest({ height: 4_979, age: 91 }), 0],
    ["has not that block", serving({ answer: ({ id }) => ({ error: { code: -32000, id } }) }), 0],
  ])("when it %s", async (_, behave, ms) => {
    expect(await confirmation([await endpoint(honest()), await endpoint(behave)])).toEqual(
      confirmed,
    );
    expect(elapsed()).toBe(ms);
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("but it does when it has told something else, and then falls silent", async () => {
    const second = await endpoint((body, count) =>
      count === 1 ? serving(telling({ paused: true }))(body, count) : "silent",
    );
    expect(await confirmation([await endpoint(honest()), second])).toEqual(
      refused("the state of the sale"),
    );
    expect(elapsed()).toBe(3_000);
  });

  it("and when none can be asked, nothing is known", async () => {
    const down = () => ({ status: 404 });
    const both = [await endpoint(down), await endpoint(down)];
    await expect(confirmation(both)).rejects.toThrow(EndpointsFailed);
  });
});

describe("three endpoints", () => {
  const beside = async (index: number, one: FakeEndpoint, others: Partial<FakeChain> = {}) => {
    const all = [await endpoint(honest(others)), await endpoint(honest(others))];
    all.splice(index, 0, one);
    return all;
  };

  it.each([0, 1, 2])("need not wait for number %d", async (index) => {
    const all = await beside(index, await refusing());
    expect(await confirmation(all)).toEqual(confirmed);
    expect(elapsed()).toBe(0);
    const [, disagreeing] = all.filter((_, at) => at !== index);
    Object.assign(disagreeing ?? {}, { behave: serving(telling(cheaper)) });
    expect(await confirmation(all)).toEqual(refused("the price"));
  });

  it.each([0, 1, 2])("outvote number %d, which lies", async (index) => {
    const all = await beside(index, await endpoint(serving(telling(cheaper))));
    expect(await confirmation(all)).toEqual(confirmed);
    expect(elapsed()).toBe(0);
  });

  it.each([0, 1, 2])("outvote number %d, which tells a block that the others lack", async (at) => {
    for (const height of [1, 10 ** 9]) {
      const liar = await endpoint(honest({ height, ...telling(cheaper) }));
      const all = await beside(at, liar, { answer: ofNewest({}) });
      // The liar and one honest endpoint answer first.
      expect(await confirmation(all, at === 2 ? [0, 100, 0] : [0, 0, 100])).toEqual(confirmed);
    }
  });

  describe("of which two have stopped at the same old block", () => {
    const hourOld = honest({ height: 4_700, age: 3_600, ...telling(cheaper) });

    it.each<[string, readonly number[], number]>([
      ["first", [50, 100, 0], 100],
      ["last", [0, 0, 500], 500],
      ["last, within the patience,", [0, 0, 2_950], 2_950],
    ])("believe the third, which answers %s", async (_, delays, ms) => {
      const all = [await endpoint(hourOld), await endpoint(hourOld), await endpoint(honest())];
      expect(await confirmation(all, delays)).toEqual(confirmed);
      expect(elapsed()).toBeLessThanOrEqual(ms);
    });

    it("believe the third although the two were current a moment before, when they were vetted", async () => {
      const all = await beside(2, await endpoint(honest()));
      const transport = lateTransportTo(all, [0, 0, 500]);
      expect(await confirmationBy(transport)).toEqual(confirmed);
      for (const two of all.slice(0, 2)) two.behave = hourOld;
      expect(await confirmationBy(transport)).toEqual(confirmed);
    });

    it("have only those two when the third is down: blocks may be late", async () => {
      const all = [await endpoint(hourOld), await endpoint(hourOld), await refusing()];
      expect(await confirmation(all)).toMatchObject({ block: 4_700 });
    });
  });
});

it("ends with the mint that asked for it", async () => {
  const transport = transportTo([await endpoint(() => "silent"), await endpoint(() => "silent")]);
  const controller = new AbortController();
  const reason = new Error("enough");
  const asked = readConfirmedSale(transport, TICKET, order, controller.signal);
  const ended = expect(asked).rejects.toBe(reason);
  await pass(500);
  controller.abort(reason);
  await ended;
  await pass(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
