import { beforeEach, describe, expect, it, vi } from "vitest";
import { inWords } from "../../../../test/doubles/page/in-words.ts";
import { honestAnswer } from "../../../../test/doubles/rpc/honest-endpoint.ts";
import { error, type Message, result } from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { isServedCall } from "../../../../test/doubles/rpc/served.ts";
import { createPurchaser } from "../../chain/purchase/purchase.ts";
import { createTransport } from "../../chain/rpc/create-transport.ts";
import type { Order } from "../../domain/order/order.ts";
import { delay } from "../../platform/delay.ts";
import { failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";

/**
 * Measures the time from the click on Mint to the wallet's request. Each endpoint answers after 300
 * ms.
 */

const ROUND_MS = 300;
/** The page asks the wallet while it asks the endpoints, and again afterwards. */
const WALLET_MS = 20;
const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const PRICE = 50_000_000_000_000_000n;
const HEIGHT = 5_000;
const order: Order = { quantity: 2, affiliate: { kind: "none" }, payable: 2n * PRICE };

/** `height` is the newest block; a ticket is sold in block `soldIn`. */
interface Told {
  readonly height?: number;
  readonly age?: number;
  readonly soldIn?: number;
  readonly price?: bigint;
  readonly isShallow?: boolean;
  readonly batchLimit?: number;
  readonly isSilent?: boolean;
}

function answer(message: Message, told: Told): unknown {
  const { height = HEIGHT, age = 6, soldIn = HEIGHT - 1, price = PRICE, isShallow } = told;
  const { id, method, params } = message;
  const block = method === "eth_call" && !isServedCall(message) ? params[1] : "latest";
  if (block !== "latest" && isShallow) return error(id, -32000, "missing trie node");
  const totalSupply = (block === "latest" ? height : Number(block)) >= soldIn ? 101n : 100n;
  const timestamp = Math.floor(Date.now() / 1000) - age;
  return result(
    id,
    honestAnswer(message, { served: { height, timestamp }, sale: { price, totalSupply } }),
  );
}

function network(endpoints: readonly Told[]) {
  const urls = endpoints.map((_, index) => `https://${index}.example/`);
  const requests = endpoints.map(() => 0);
  const transport = createTransport(
    urls,
    { chainId: 1, ticketAddress: TICKET, codeSha256: null },
    async (url, text, signal) => {
      const index = urls.indexOf(url);
      requests[index] = (requests[index] ?? 0) + 1;
      const told = endpoints[index] ?? {};
      const body: Message | Message[] = JSON.parse(text);
      await delay(told.isSilent ? 3_600_000 : ROUND_MS, signal);
      if (Array.isArray(body)) {
        if (body.length > (told.batchLimit ?? 100)) return new Response("", { status: 400 });
        return Response.json(body.map((message) => answer(message, told)));
      }
      return Response.json(answer(body, told));
    },
  );
  return { transport, requests };
}

/** @param looked whether the page has shown the fee before */
async function press(endpoints: readonly Told[], looked = true) {
  const { transport, requests } = network(endpoints);
  const purchaser = createPurchaser(transport, TICKET, 1, 2);
  if (looked) {
    const fee = purchaser.estimateFee(order, BUYER);
    await vi.advanceTimersByTimeAsync(4_000);
    await fee;
  }
  requests.fill(0);
  const pressedAt = Date.now();
  let askedAt: number | null = null;
  const ports: MintPorts = {
    chainId: 1,
    wallet: {
      getState: () => ({ status: "connected", address: BUYER }),
      getProvider: () => ({
        async request({ method }) {
          if (method === "eth_sendTransaction") {
            askedAt = Date.now() - pressedAt;
            return `0x${"ab".repeat(32)}`;
          }
          await delay(WALLET_MS, new AbortController().signal);
          return method === "eth_accounts" ? [BUYER] : "0x1";
        },
      }),
    },
    loadPurchaser: async () => purchaser,
  };
  const nothing = () => undefined;
  const minting = mintTicket(ports, order, nothing, nothing, new AbortController().signal);
  const words = minting.then(
    () => null,
    (reason: unknown) => inWords(failureOf(reason)),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return { askedAt, words: await words, requests };
}

const AFTER_ONE = ROUND_MS + WALLET_MS;
const AFTER_TWO = 2 * ROUND_MS + WALLET_MS;

beforeEach(() => {
  vi.useFakeTimers();
});

describe("one round trip, and one request for each endpoint,", () => {
  it.each([1, 2, 3].flatMap((count) => [true, false].map((looked) => [count, looked] as const)))(
    "is enough with %d endpoints; asked for the fee before: %s",
    async (count, looked) => {
      const all = Array.from({ length: count }, () => ({}));
      const requests = all.map(() => 1);
      expect(await press(all, looked)).toEqual({ askedAt: AFTER_ONE, words: null, requests });
      expect(AFTER_ONE).toBeLessThanOrEqual(1.3 * ROUND_MS);
    },
  );

  it.each([1, 5, 200])("is enough with endpoints %d blocks apart", async (blocks) => {
    const all = [{ height: HEIGHT + blocks }, {}];
    expect(await press(all)).toEqual({ askedAt: AFTER_ONE, words: null, requests: [1, 1] });
  });

  it("is enough with an endpoint that has no older blocks, one block behind", async () => {
    const all = [{ height: HEIGHT + 1 }, { isShallow: true }];
    expect(await press(all)).toMatchObject({ askedAt: AFTER_ONE });
  });

  it("is enough with a third endpoint that is silent, or lies", async () => {
    expect(await press([{ isSilent: true }, {}, {}])).toMatchObject({ askedAt: AFTER_ONE });
    expect(await press([{}, {}, { price: 1n }])).toMatchObject({ askedAt: AFTER_ONE });
  });

  it("is enough with endpoints that take no batches, once that is known", async () => {
    const single = { batchLimit: 1 };
    expect(await press([single, {}])).toEqual({
      askedAt: AFTER_ONE,
      words: null,
      requests: [8, 1],
    });
    expect(await press([single, single])).toMatchObject({ askedAt: AFTER_ONE });
  });
});

describe("a second round trip", () => {
  it.each([1, 5])(
    "is needed if a ticket was sold within the %d blocks between endpoints",
    async (blocks) => {
      const soldIn = HEIGHT + blocks;
      const all = [{ height: HEIGHT + blocks, soldIn }, { soldIn }];
      expect(await press(all)).toEqual({ askedAt: AFTER_TWO, words: null, requests: [2, 2] });
    },
  );

  it("is needed if one of three endpoints lies, and the others outvote it", async () => {
    const all = [{ price: PRICE / 2n }, {}, {}];
    expect(await press(all)).toMatchObject({ askedAt: AFTER_TWO, words: null });
  });

  it("is needed by an endpoint whose limit the batch exceeds, the first time", async () => {
    const limited = { batchLimit: 7 };
    expect(await press([limited, {}])).toEqual({
      askedAt: AFTER_TWO,
      words: null,
      requests: [9, 1],
    });
  });
});

it("an endpoint that has stopped has no say, and costs no time", async () => {
  expect(await press([{ age: 3_600, price: 1n }, {}, {}])).toMatchObject({ askedAt: AFTER_ONE });
});

it("a visitor's clock that is a year off costs no time", async () => {
  const aYear = 365 * 86_400;
  for (const age of [aYear, -aYear]) {
    expect(await press([{ age }, { age }], false)).toMatchObject({ askedAt: AFTER_ONE });
  }
});
