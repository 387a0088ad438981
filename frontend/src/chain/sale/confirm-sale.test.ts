import { toQuantity } from "ethers";
import { describe, expect, it, vi } from "vitest";
import * as collection from "../../../../collection.ts";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { failed, inWords } from "../../../../test/doubles/page/in-words.ts";
import {
  type Behaviour,
  CHAIN_ID,
  elapsed,
  endpoint,
  type FakeChain,
  type FakeEndpoint,
  installFakeClock,
  type Message,
  outcome,
  pass,
  refusing,
  result,
  serving,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { isServedCall } from "../../../../test/doubles/rpc/served.ts";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { discounted } from "../../../../test/support/collection.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { delay } from "../../platform/delay.ts";
import { createTransport } from "../rpc/create-transport.ts";
import { EndpointError } from "../rpc/endpoint-error.ts";
import { post } from "../rpc/post.ts";
import {
  EndpointsFailed,
  type FailoverTransport,
  Reverted,
  type RpcCall,
} from "../rpc/transport.ts";
import { servedCall } from "../rpc/vetting.ts";
import { confirmSale, readConfirmedSale } from "./confirm-sale.ts";
import type { SaleQuery } from "./reader.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const ETHER = 10n ** 18n;
const SIZE = BigInt(collection.size);
/** `payable` is in wei. */
type Question = SaleQuery & { readonly payable: bigint };

const YEAR_S = 365 * 86_400;

const order: Question = { quantity: 2, affiliateCode: null, payable: ETHER / 10n };
const cheaper = { price: ETHER / 25n };

const honest = (told: Partial<FakeChain> = {}) => serving({ answer: ticketAnswers(), ...told });

const saleFor = (
  { quantity, affiliateCode, payable }: Question,
  fields: Partial<Sale> = {},
): Sale => ({
  ...fakeSale({}, { affiliateCode }),
  quote: { quantity, normal: ETHER / 10n, payable },
  ...fields,
});

async function confirmation(
  endpoints: readonly FakeEndpoint[],
  asked = order,
  delays: readonly number[] = [],
) {
  return await confirmationBy(transportTo(endpoints, delays), asked);
}

function transportTo(endpoints: readonly FakeEndpoint[], delays: readonly number[]) {
  const urls = endpoints.map(({ url }) => url);
  return createTransport(
    urls,
    { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null },
    async (url, body, signal) => {
      const ms = delays[urls.indexOf(url)] ?? 0;
      if (ms > 0) await delay(ms, signal);
      return await post(url, body, signal);
    },
  );
}

async function confirmationBy(transport: FailoverTransport, asked = order) {
  return await outcome(
    readConfirmedSale(transport, TICKET, asked).catch((error: unknown) => {
      if (error instanceof MintError) return inWords(error.failure);
      throw error;
    }),
  );
}

const tellingFee = (fee: string) => (message: Message) =>
  message.method === "eth_gasPrice" ? fee : ticketAnswers()(message);

const soldAfter = (height: number, newest = toQuantity(height + 1)) => {
  return (message: Message) => {
    const [, asked] = message.params;
    const block = Number(asked === "latest" ? newest : asked);
    return ticketAnswers({ totalSupply: block > height ? 7n : 6n })(message);
  };
};

/** A fake endpoint, without HTTP. */
function witness(
  told: Partial<FakeChain> = {},
  instead: Readonly<Record<string, Error | Reverted>> = {},
) {
  const behave = honest(told);
  const calls: RpcCall[] = [];
  const transport = transportOf(async (call, accept) => {
    calls.push(call);
    const other = instead[isServedCall(call) ? "served" : call.method];
    if (other instanceof Error) throw other;
    if (other !== undefined) return accept(other);
    const reply = behave({ id: 0, ...call }, calls.length);
    return accept(typeof reply === "string" ? null : Object(reply.body).result);
  });
  return { transport, calls };
}

async function confirmedBy(
  [first, ...others]: readonly [...ReturnType<typeof witness>[], ReturnType<typeof witness>],
  asked: Question = order,
) {
  const transport = several(first.transport, ...others.map((each) => each.transport));
  return await confirmationBy(transport, asked);
}

const asksFor = ({ requests }: FakeEndpoint, method: string) =>
  requests
    .flatMap(({ body }) => body)
    .filter((message: Message) => message.method === method)
    .map(({ params }) => params);

const refused = (about: string) =>
  failed(
    `this page couldn't confirm ${about}: two sources differ. Nothing was sent. Try again in a moment.`,
  );

installFakeClock();

describe("two endpoints", () => {
  it.each<[string, Question]>([
    ["an order", order],
    [
      "one with a code",
      { ...order, affiliateCode: "welcome5", payable: discounted(order.payable) },
    ],
    ["one with an inactive code", { ...order, affiliateCode: "stranger" }],
  ])("that tell the same confirm %s", async (_, asked) => {
    expect(await confirmation([await endpoint(honest()), await endpoint(honest())], asked)).toEqual(
      { sale: saleFor(asked), block: 5_000 },
    );
    expect(elapsed()).toBe(0);
  });

  it("that tell the same of their newest blocks are asked once, and confirm it for the older one", async () => {
    const both = [
      await endpoint(honest({ height: 5_003 })),
      await endpoint(honest({ height: 4_999 })),
    ];
    expect(await confirmation(both)).toEqual({ sale: saleFor(order), block: 4_999 });
    for (const one of both) {
      expect(one.requests).toHaveLength(1);
      expect(asksFor(one, "eth_call")).toEqual([
        servedCall(TICKET).params,
        [expect.objectContaining({ to: TICKET }), "latest"],
        servedCall(TICKET).params,
      ]);
    }
  });

  it.each([1, 5])(
    "of which one is %d blocks behind a sale are asked again, of the newest block that both have",
    async (blocks) => {
      const ahead = await endpoint(honest({ height: 5_000 + blocks, answer: soldAfter(5_000) }));
      const behind = await endpoint(honest({ answer: soldAfter(5_000, "0x1388") }));
      const confirmed = { sale: saleFor(order, { totalSupply: 6n }), block: 5_000 };
      expect(await confirmation([ahead, behind])).toEqual(confirmed);
      expect(await confirmation([behind, ahead])).toEqual(confirmed);
      for (const one of [ahead, behind]) {
        const once = [
          servedCall(TICKET).params,
          [expect.objectContaining({ to: TICKET }), "latest"],
          // The transport sends this call by itself.
          servedCall(TICKET).params,
          servedCall(TICKET).params,
          [expect.objectContaining({ to: TICKET }), "0x1388"],
        ];
        expect(asksFor(one, "eth_call")).toEqual([...once, ...once]);
      }
    },
  );

  it("of which one has no older blocks confirm what both tell of their newest, and nothing else", async () => {
    const shallow = (told: ReturnType<typeof ticketAnswers>) => (message: Message) =>
      message.params[1] === "latest"
        ? told(message)
        : { error: { code: -32000, message: "missing trie node" } };
    const ahead = await endpoint(honest({ height: 5_001 }));
    const one = await endpoint(honest({ answer: shallow(ticketAnswers()) }));
    expect(await confirmation([ahead, one])).toEqual({ sale: saleFor(order), block: 5_000 });
    const late = await endpoint(honest({ answer: shallow(ticketAnswers({ totalSupply: 6n })) }));
    expect(await confirmation([ahead, late])).toEqual(refused("the state of the sale"));
    expect(elapsed()).toBe(0);
  });

  it.each([0, 1])("stop the mint when number %d tells another price", async (liar) => {
    const both = [await endpoint(honest()), await endpoint(honest())];
    Object.assign(both[liar] ?? {}, { behave: serving({ answer: ticketAnswers(cheaper) }) });
    expect(await confirmation(both)).toEqual(refused("the price"));
  });

  it("stop the mint when one says that the code is not active", async () => {
    const inactive = await endpoint(serving({ answer: ticketAnswers({ activeCodes: [] }) }));
    const withCode = { ...order, affiliateCode: "welcome5", payable: discounted(order.payable) };
    expect(await confirmation([await endpoint(honest()), inactive], withCode)).toEqual(
      refused("the price"),
    );
  });

  it.each<[string, Parameters<typeof ticketAnswers>[0]]>([
    ["another supply", { totalSupply: SIZE }],
    ["a pause", { paused: true }],
  ])("stop the mint when one tells %s", async (_, told) => {
    const other = await endpoint(serving({ answer: ticketAnswers(told) }));
    expect(await confirmation([await endpoint(honest()), other])).toEqual(
      refused("the state of the sale"),
    );
  });

  it("tell alike what the page then compares with what it shows", async () => {
    const told = serving({ answer: ticketAnswers({ ...cheaper, totalSupply: SIZE }) });
    expect(await confirmation([await endpoint(told), await endpoint(told)])).toEqual({
      sale: saleFor(order, {
        totalSupply: SIZE,
        quote: { quantity: 2, normal: (ETHER / 25n) * 2n, payable: (ETHER / 25n) * 2n },
      }),
      block: 5_000,
    });
  });

  it.each([YEAR_S, -YEAR_S])(
    "%d s behind the visitor's clock, which is wrong, confirm an order",
    async (age) => {
      const both = [await endpoint(honest({ age })), await endpoint(honest({ age: age + 6 }))];
      expect(await confirmation(both)).toEqual({ sale: saleFor(order), block: 5_000 });
      expect(elapsed()).toBe(0);
    },
  );

  it("on Arbitrum, where NUMBER is Ethereum's block, agree right after a sale", async () => {
    const soldIn = 300_000_000;
    // The L2 node has pruned the block whose number equals Ethereum's.
    const recent = (newest: number) => (message: Message) =>
      message.params[1] === "latest" || Number(message.params[1]) >= soldIn - 128
        ? soldAfter(soldIn, toQuantity(newest))(message)
        : { error: { code: -32000, message: "missing trie node" } };
    const both = [soldIn + 4, soldIn].map((height) =>
      endpoint(honest({ height, evmNumber: 21_000_000, answer: recent(height) })),
    );
    expect(await confirmation(await Promise.all(both))).toEqual({
      sale: saleFor(order, { totalSupply: 6n }),
      block: soldIn,
    });
  });

  it("stop the mint when one has other code", async () => {
    const other = await endpoint(honest({ code: "0xc0df" }));
    expect(await confirmation([await endpoint(honest()), other])).toEqual(refused("the contract"));
  });

  it("spell hex as they like", async () => {
    const upper = await endpoint((body, count) => {
      const reply = honest()(body, count) as { body: { id: number; result: string }[] };
      const inCapitals = ({ result: hex }: { result: string }) => `0x${hex.slice(2).toUpperCase()}`;
      return { body: reply.body.map((one) => result(one.id, inCapitals(one))) };
    });
    expect(await confirmation([await endpoint(honest()), upper])).toMatchObject({ block: 5_000 });
  });
});

describe("whichever endpoint is asked first", () => {
  const welcome: Question = { ...order, affiliateCode: "welcome5" };

  it("believes a single endpoint", async () => {
    expect(await confirmedBy([witness()])).toEqual({ sale: saleFor(order), block: 5_000 });
  });

  it("asks each of two what it serves, and for the sale at its newest block", async () => {
    const both = [witness({ height: 5_001 }), witness()] as const;
    await confirmedBy(both);
    for (const { calls } of both) {
      expect(calls).toEqual([
        servedCall(TICKET),
        { method: "eth_call", params: [{ to: TICKET, data: expect.any(String) }, "latest"] },
        { method: "eth_blockNumber", params: [] },
      ]);
    }
  });

  it("asks each besides what the caller wants to know, and drops one that can't tell", async () => {
    const enquiry = {
      calls: [{ method: "eth_gasPrice", params: [] }],
      accept: (read: (index: number) => unknown) => String(read(0)),
      disputeOf: () => null,
    };
    const [one, other] = [
      witness({ answer: tellingFee("0x5") }),
      witness({ answer: tellingFee("0x7") }),
    ];
    const both = several(one.transport, other.transport);
    expect(await confirmSale(both, TICKET, order, enquiry)).toMatchObject({
      sale: saleFor(order),
      answers: ["0x5", "0x7"],
    });
    const failing = witness({}, { eth_gasPrice: new EndpointError("no") });
    const left = several(failing.transport, other.transport);
    expect(await confirmSale(left, TICKET, order, enquiry)).toMatchObject({ answers: ["0x7"] });
  });

  it.each([
    [5_000, 5_001, 5_000],
    [5_001, 5_000, 5_000],
    [5_000, 5_000, 5_000],
    [5_000, 5_021, 5_000],
    [10 ** 9, 5_000, 5_000],
  ])("finds at heights %d and %d what both tell of block %d", async (first, second, block) => {
    const both = [witness({ height: first }), witness({ height: second })] as const;
    expect(await confirmedBy(both)).toEqual({ sale: saleFor(order), block });
  });

  it.each([
    [91, 331, true],
    [331, 91, true],
    [91, 332, false],
    [332, 91, false],
    [-332, -91, false],
    [-91, 150, false],
  ])("compares what is told %d and %d s after the block: %o", async (first, second, near) => {
    const both = [witness({ age: first }), witness({ age: second })] as const;
    expect(await confirmedBy(both)).toEqual(
      near ? { sale: saleFor(order), block: 5_000 } : refused("the newest block"),
    );
    for (const { calls } of both) expect(calls).toHaveLength(3);
  });

  it.each([90, -90])("gives a say to an endpoint whose newest block is %d s old", async (age) => {
    const far = witness({ height: 4_000, age, answer: ticketAnswers(cheaper) });
    expect(await confirmedBy([far, witness()])).toEqual(refused("the price"));
    expect(await confirmedBy([witness(), far])).toEqual(refused("the price"));
  });

  it.each([91, -91])(
    "gives none to one whose newest block is %d s old: the other is believed",
    async (age) => {
      const far = witness({ height: 4_000, age, answer: ticketAnswers(cheaper) });
      expect(await confirmedBy([far, witness()])).toEqual({ sale: saleFor(order), block: 5_000 });
      expect(await confirmedBy([witness(), far])).toEqual({ sale: saleFor(order), block: 5_000 });
    },
  );

  it("stops the mint when either one says that the contract refuses", async () => {
    const refusing = witness({}, { eth_call: new Reverted("0x") });
    expect(await confirmedBy([refusing, witness()])).toEqual(refused("the price"));
    expect(await confirmedBy([witness(), refusing])).toEqual(refused("the price"));
    expect(await confirmedBy([refusing, refusing])).toEqual(refused("the price"));
  });

  it("stops the mint over the price without the code, although both ask for the same", async () => {
    const discounting = witness();
    const plain = witness({
      answer: ticketAnswers({ price: discounted(ETHER / 20n), activeCodes: [] }),
    });
    expect(await confirmedBy([discounting, plain], welcome)).toEqual(refused("the price"));
    expect(await confirmedBy([plain, discounting], welcome)).toEqual(refused("the price"));
  });

  it("stops the mint over the code alone, when tickets cost nothing with it or without", async () => {
    const active = witness({ answer: ticketAnswers({ price: 0n }) });
    const inactive = witness({ answer: ticketAnswers({ price: 0n, activeCodes: [] }) });
    expect(await confirmedBy([active, inactive], welcome)).toEqual(
      refused("the state of the sale"),
    );
    expect(await confirmedBy([inactive, active], welcome)).toEqual(
      refused("the state of the sale"),
    );
  });

  it("has no use for one that refuses to tell what it serves, as if the contract had", async () => {
    const refusing = witness({}, { served: new Reverted("0x") });
    const confirmed = { sale: saleFor(order), block: 5_000 };
    expect(await confirmedBy([refusing, witness()])).toEqual(confirmed);
    expect(await confirmedBy([witness(), refusing])).toEqual(confirmed);
  });

  it.each([6, 91])("takes what the only one that answers tells, %d s old", async (age) => {
    const down = witness({}, { served: new EndpointsFailed("down") });
    const alone = witness({ age, height: 4_000, answer: ticketAnswers({ totalSupply: 6n }) });
    const confirmed = { sale: saleFor(order, { totalSupply: 6n }), block: 4_000 };
    expect(await confirmedBy([down, alone])).toEqual(confirmed);
    expect(await confirmedBy([alone, down])).toEqual(confirmed);
  });

  it("takes no refusal of the only one that answers for a sale", async () => {
    const refusing = witness({}, { eth_call: new Reverted("0x") });
    await expect(confirmedBy([refusing])).rejects.toThrow(EndpointsFailed);
  });
});

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
    expect(await confirmation([await endpoint(honest()), await endpoint(behave)])).toEqual({
      sale: saleFor(order),
      block: 5_000,
    });
    expect(elapsed()).toBe(ms);
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("but it does when it has told something else, and then falls silent", async () => {
    const second = await endpoint((body, count) =>
      count === 1 ? serving({ answer: ticketAnswers({ paused: true }) })(body, count) : "silent",
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
  it.each([0, 1, 2])("need not wait for number %d", async (index) => {
    const all = [await endpoint(honest()), await endpoint(honest())];
    all.splice(index, 0, await refusing());
    const [, disagreeing] = all.filter(({ url }) => url !== all[index]?.url);
    expect(await confirmation(all)).toEqual({ sale: saleFor(order), block: 5_000 });
    expect(elapsed()).toBe(0);

    Object.assign(disagreeing ?? {}, { behave: serving({ answer: ticketAnswers(cheaper) }) });
    expect(await confirmation(all)).toEqual(refused("the price"));
  });

  it.each([0, 1, 2])("outvote number %d, which lies", async (index) => {
    const all = [await endpoint(honest()), await endpoint(honest())];
    all.splice(index, 0, await endpoint(serving({ answer: ticketAnswers(cheaper) })));
    expect(await confirmation(all)).toEqual({ sale: saleFor(order), block: 5_000 });
    expect(elapsed()).toBe(0);
  });

  it("do not count the one that lags", async () => {
    const all = [
      await endpoint(honest({ height: 4_000, age: 12_000, answer: ticketAnswers(cheaper) })),
      await endpoint(honest()),
      await endpoint(honest()),
    ];
    expect(await confirmation(all)).toEqual({ sale: saleFor(order), block: 5_000 });
  });

  it.each([0, 1, 2])("outvote number %d, which tells a block that the others lack", async (at) => {
    const recent = (message: Message) =>
      message.params[1] === "latest"
        ? ticketAnswers()(message)
        : { error: { code: -32000, message: "missing trie node" } };
    for (const height of [1, 10 ** 9]) {
      const all = [
        await endpoint(honest({ answer: recent })),
        await endpoint(honest({ answer: recent })),
      ];
      all.splice(at, 0, await endpoint(honest({ height, answer: ticketAnswers(cheaper) })));
      // The liar and one honest endpoint answer first.
      const delays = at === 2 ? [0, 100, 0] : [0, 0, 100];
      expect(await confirmation(all, order, delays)).toEqual({
        sale: saleFor(order),
        block: 5_000,
      });
    }
  });

  describe("of which two have stopped at the same old block", () => {
    const hourOld = honest({ height: 4_700, age: 3_600, answer: ticketAnswers(cheaper) });

    it.each<[string, readonly number[], number]>([
      ["first", [50, 100, 0], 100],
      ["last", [0, 0, 500], 500],
      ["last, within the patience,", [0, 0, 2_950], 2_950],
    ])("believe the third, which answers %s", async (_, delays, ms) => {
      const all = [await endpoint(hourOld), await endpoint(hourOld), await endpoint(honest())];
      const confirmed = await confirmation(all, order, delays);
      expect(confirmed).toEqual({ sale: saleFor(order), block: 5_000 });
      expect(elapsed()).toBeLessThanOrEqual(ms);
    });

    it("believe the third although the two were current a moment before, when they were vetted", async () => {
      const all = [await endpoint(honest()), await endpoint(honest()), await endpoint(honest())];
      const transport = transportTo(all, [0, 0, 500]);
      expect(await confirmationBy(transport)).toMatchObject({ block: 5_000 });
      for (const two of all.slice(0, 2)) two.behave = hourOld;
      expect(await confirmationBy(transport)).toEqual({ sale: saleFor(order), block: 5_000 });
    });

    it("have only those two when the third is down: blocks may be late", async () => {
      const all = [await endpoint(hourOld), await endpoint(hourOld), await refusing()];
      expect(await confirmation(all)).toMatchObject({ block: 4_700 });
    });
  });
});

it("ends with the mint that asked for it", async () => {
  const endpoints = [await endpoint(() => "silent"), await endpoint(() => "silent")];
  const transport = createTransport(
    endpoints.map(({ url }) => url),
    { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null },
  );
  const controller = new AbortController();
  const reason = new Error("enough");
  const ended = expect(readConfirmedSale(transport, TICKET, order, controller.signal)).rejects.toBe(
    reason,
  );
  await pass(500);
  controller.abort(reason);
  await ended;
  await pass(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
