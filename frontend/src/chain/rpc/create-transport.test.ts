import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import {
  type Behaviour,
  type Body,
  CHAIN_ID,
  elapsed,
  endpoint,
  error,
  type FakeChain,
  type FakeEndpoint,
  failing,
  installFakeClock,
  type Message,
  outcome,
  pass,
  quiet,
  type Reply,
  refusing,
  result,
  START,
  serving,
  unanswered,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { createTransport } from "./create-transport.ts";
import { CallReverted, EndpointsFailed } from "./transport.ts";
import { type Deployment, servedCall } from "./vetting.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const CODE_SHA256 = createHash("sha256").update(Buffer.from("c0de", "hex")).digest("hex");
const deployment: Deployment = {
  chainId: CHAIN_ID,
  ticketAddress: TICKET,
  codeSha256: CODE_SHA256,
};

const call = { method: "eth_call", params: [{ to: "0x1" }, "latest"] };
const asText = (result: unknown): string => {
  if (typeof result !== "string") throw new TypeError("Not text");
  return result;
};

installFakeClock();

describe("a healthy endpoint", () => {
  it("shows what it serves with the first answer, in one request, and not with the next", async () => {
    const { url, requests } = await endpoint(serving());
    const transport = createTransport([url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(requests.map(({ body }) => body)).toEqual([
      [
        { jsonrpc: "2.0", id: 0, ...call },
        { jsonrpc: "2.0", id: 1, ...servedCall(TICKET) },
      ],
      { jsonrpc: "2.0", id: 0, ...call },
    ]);
  });

  it("may answer a batch in any order", async () => {
    const { url } = await endpoint((body, count) => {
      const reply = serving()(body, count) as { body: unknown[] };
      return { body: reply.body.toReversed() };
    });
    expect(await outcome(createTransport([url], deployment).request(call, asText))).toBe("0x2a");
  });

  it("gets no cookie and no referrer", async () => {
    const { url, requests } = await endpoint(serving());
    await outcome(createTransport([url], deployment).request(call, asText));
    expect(requests[0]?.headers).toMatchObject({ "content-type": "application/json" });
    expect(requests[0]?.headers).not.toHaveProperty("cookie");
    expect(requests[0]?.headers).not.toHaveProperty("referer");
  });

  it("leaves no timer behind", async () => {
    const { url } = await endpoint(serving());
    await outcome(createTransport([url], deployment).request(call, asText));
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is all that is asked while it answers", async () => {
    const first = await endpoint(serving());
    const second = await endpoint(serving());
    await outcome(createTransport([first.url, second.url], deployment).request(call, asText));
    await pass(5_000);
    expect(second.requests).toHaveLength(0);
  });
});

describe("an endpoint without batches", () => {
  it.each<[string, Reply]>([
    [
      "one error for all",
      { body: { jsonrpc: "2.0", id: null, error: { code: -32600, message: "no batch" } } },
    ],
    ["null", { body: null }],
    ["HTTP 400", { status: 400, body: "batch not supported" }],
    ["HTTP 405", { status: 405 }],
    [
      "HTTP 500 and the reason in JSON-RPC, as dRPC does",
      {
        status: 500,
        body: { id: 1, jsonrpc: "2.0", error: { code: 31, message: "Batch of more" } },
      },
    ],
    ["one error among no answers, as geth does", { body: [error(0, -32600, "batch too large")] }],
  ])("is asked one by one when it answers with %s", async (_, refusal) => {
    const { url, requests } = await endpoint((body, count) =>
      Array.isArray(body) ? refusal : serving()(body, count),
    );
    expect(await outcome(createTransport([url], deployment).request(call, asText))).toBe("0x2a");
    expect(requests.map(({ at }) => at)).toEqual([0, 0, 0]);
  });
});

describe.each([1, 2, 3])("an endpoint that takes %d in a batch", (cap) => {
  const within = (body: Body) => !Array.isArray(body) || body.length <= cap;
  const told = (body: Message[]) => (serving()(body, 0) as { body: unknown[] }).body;

  it.each<[string, (body: Message[]) => Reply]>([
    ["refuses more with an HTTP status", () => ({ status: 400, body: "too many" })],
    [
      "refuses more with one error",
      () => ({ body: { jsonrpc: "2.0", id: null, error: { code: -32600, message: "too many" } } }),
    ],
    ["answers the first ones alone", (body) => ({ body: told(body).slice(0, cap) })],
    ["answers the last ones alone", (body) => ({ body: told(body).slice(-cap) })],
    [
      "refuses the rest one by one",
      (body) => ({
        body: told(body).map((answer, id) => (id < cap ? answer : error(id, -32600, "too many"))),
      }),
    ],
  ])("and %s is asked the rest one by one", async (_, refuse) => {
    const { url, requests } = await endpoint((body, count) =>
      within(body) ? serving()(body, count) : refuse(body as Message[]),
    );
    const transport = createTransport([url], deployment);
    const three = () =>
      transport.requestAll([call, call, call], (read) => [read(0), read(1), read(2)].map(asText));
    expect(await outcome(three())).toEqual(["0x2a", "0x2a", "0x2a"]);
    expect(elapsed()).toBe(0);

    // The transport remembers that the endpoint refuses such batches.
    await pass(5 * 60_000);
    expect(await outcome(three())).toEqual(["0x2a", "0x2a", "0x2a"]);
    expect(requests.filter(({ body }) => Array.isArray(body))).toHaveLength(1);
  });
});

describe("[K-24] a failing endpoint", () => {
  const times = async (behave: Behaviour) => {
    const { url, requests } = await endpoint(behave);
    const answer = outcome(createTransport([url], deployment).request(call, asText));
    const failure = await answer.then(
      () => null,
      (reason: unknown) => reason,
    );
    return { failure, at: requests.map(({ at }) => at) };
  };

  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    "with HTTP %d is asked again after 150, 300 and 600 ms, then given up",
    async (status) => {
      const { failure, at } = await times(() => ({ status, body: "no" }));
      expect(failure).toBeInstanceOf(EndpointsFailed);
      expect(at).toEqual([0, 150, 450, 1_050]);
    },
  );

  it.each([-1, -32005, -32603])("with the code %d is asked again", async (code) => {
    const { failure, at } = await times(
      serving({ answer: ({ id }) => error(id, code, "limit exceeded") }),
    );
    expect(failure).toBeInstanceOf(EndpointsFailed);
    expect(at).toEqual([0, 150, 450, 1_050]);
  });

  it.each([-32600, -32601, -32602, -32000, 7])(
    "with the code %d is not asked again",
    async (code) => {
      const { failure, at } = await times(serving({ answer: ({ id }) => error(id, code, "no") }));
      expect(failure).toBeInstanceOf(EndpointsFailed);
      // The endpoint may refuse batches, so the transport sends the call once outside a batch.
      expect(at).toEqual([0, 0]);
    },
  );

  it.each([400, 401, 404])("with HTTP %d is not asked again", async (status) => {
    const { failure, at } = await times(() => ({ status, body: "no" }));
    expect(failure).toBeInstanceOf(EndpointsFailed);
    expect(at).toEqual([0, 0, 0]);
  });

  it.each<[string, Behaviour]>([
    ["HTML", () => ({ headers: { "content-type": "text/html" }, body: "<!doctype html><h1>Hi" })],
    ["nothing", () => ({ body: "" })],
    ["half of its JSON", () => ({ body: '[{"jsonrpc":"2.0","id":0,"res' })],
    [
      "other ids",
      (body) => ({ body: (body as Message[]).map(({ id }) => result(id + 7, "0x7a69")) }),
    ],
    [
      "ids as text",
      (body) => ({
        body: (body as Message[]).map(({ id }) => ({ ...result(0, "0x7a69"), id: `${id}` })),
      }),
    ],
    [
      "JSON that is no JSON-RPC",
      (body) => ({ body: (body as Message[]).map(({ id }) => ({ id, result: "0x7a69" })) }),
    ],
    ["neither result nor error", serving({ answer: () => ({}) })],
    ["an answer that can't be right", serving({ answer: () => 42 })],
  ])("with %s is asked again, then given up", async (_, behave) => {
    const { failure, at } = await times(behave);
    expect(failure).toBeInstanceOf(EndpointsFailed);
    expect(at).toEqual([0, 150, 450, 1_050]);
  });

  it("with the wrong chain is not asked again, and its answer is not taken", async () => {
    const accept = vi.fn(asText);
    const { url, requests } = await endpoint(serving({ chainId: 1 }));
    const answer = outcome(createTransport([url], deployment).request(call, accept));
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(accept).not.toHaveBeenCalled();
    expect(requests).toHaveLength(1);
  });

  it.each<[number, Reply]>([
    [1, { status: 503 }],
    [3, { status: 502 }],
    [2, { body: "<html>" }],
  ])("that recovers after %d attempts gives its answer", async (count, reply) => {
    const { url, requests } = await endpoint(failing(count, reply));
    expect(await outcome(createTransport([url], deployment).request(call, asText))).toBe("0x2a");
    expect(requests).toHaveLength(count + 1);
  });

  it.each<[string, (id: number) => unknown]>([
    ["another id", (id) => result(id + 1, "0x2a")],
    ["a batch", (id) => [result(id, "0x2a")]],
    ["null", () => null],
  ])("that later answers one call with %s is asked again, then given up", async (_, answer) => {
    const { url } = await endpoint((body, count) =>
      count === 1 ? serving()(body, count) : { body: answer((body as Message).id) },
    );
    const transport = createTransport([url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
    expect(elapsed()).toBe(1_050);
  });

  it("that refuses connections is given up after its retries", async () => {
    const answer = outcome(
      createTransport([(await refusing()).url], deployment).request(call, asText),
    );
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(elapsed()).toBe(1_050);
  });

  it("that never answers is given up after 10 s, each time", async () => {
    const { url, requests } = await endpoint(() => "silent");
    const answer = outcome(createTransport([url], deployment).request(call, asText));
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(requests.map(({ at }) => at)).toEqual([0, 10_150, 20_450, 31_050]);
    expect(elapsed()).toBe(41_050);
  });

  it("that leaves one message of a batch unanswered, asked alone too, is given up", async () => {
    const { failure, at } = await times((body) => ({ body: [result(1, "0x7a69"), body] }));
    expect(failure).toBeInstanceOf(EndpointsFailed);
    expect(new Set(at)).toEqual(new Set([0, 150, 450, 1_050]));
  });

  it("leaves no timer behind", async () => {
    await times(() => ({ status: 500 }));
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("[K-24] Retry-After", () => {
  const secondRequestAt = async (header: string, status = 429) => {
    const { url, requests } = await endpoint(
      failing(1, { status, headers: { "retry-after": header } }),
    );
    expect(await outcome(createTransport([url], deployment).request(call, asText))).toBe("0x2a");
    return requests[1]?.at;
  };

  it("in seconds is waited for", async () => {
    expect(await secondRequestAt("2")).toBe(2_000);
  });

  it("counts with every status", async () => {
    expect(await secondRequestAt("1", 503)).toBe(1_000);
  });

  it("as a date is waited for", async () => {
    expect(await secondRequestAt(new Date(START + 3_000).toUTCString())).toBe(3_000);
  });

  it.each(["0", new Date(START - 60_000).toUTCString(), "soon", "-1"])(
    "of %s leaves the usual back-off",
    async (header) => {
      expect(await secondRequestAt(header)).toBe(150);
    },
  );

  it("counts more than what the endpoint says beside it", async () => {
    const { url, requests } = await endpoint(
      failing(1, {
        status: 429,
        headers: { "retry-after": "2" },
        body: { jsonrpc: "2.0", id: null, error: { code: 429, message: "Too many requests" } },
      }),
    );
    expect(await outcome(createTransport([url], deployment).request(call, asText))).toBe("0x2a");
    expect(requests.map(({ at }) => at)).toEqual([0, 2_000]);
  });

  it("longer than 10 s is not waited for", async () => {
    const { url, requests } = await endpoint(() => ({
      status: 429,
      headers: { "retry-after": "11" },
    }));
    const answer = outcome(createTransport([url], deployment).request(call, asText));
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(requests).toHaveLength(1);
  });
});

describe("[K-24] several endpoints", () => {
  it("asks the second at once when the first fails", async () => {
    const first = await endpoint(() => ({ status: 500 }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(second.requests.map(({ at }) => at)).toEqual([0]);
  });

  it.each<[string, Behaviour]>([
    [
      "serves another chain",
      (body) => ({ body: (body as Message[]).map(({ id }) => result(id, "0x1")) }),
    ],
    ["answers with HTML", () => ({ body: "<html>" })],
    ["lies", serving({ answer: () => null })],
  ])("takes the second's answer when the first %s", async (_, behave) => {
    const first = await endpoint(behave);
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });

  it("asks the second after 2 s when the first is silent, and takes whichever is good", async () => {
    const first = await endpoint(() => "silent");
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(second.requests.map(({ at }) => at)).toEqual([2_000]);
    expect(elapsed()).toBe(2_000);
  });

  it("asks one that was late after the others, until they are late too", async () => {
    const first = await endpoint(() => "silent");
    const second = await endpoint((body, count) =>
      count === 3 ? "silent" : serving()(body, count),
    );
    const transport = createTransport([first.url, second.url], deployment);
    await outcome(transport.request(call, asText));
    const asked = first.requests.length;
    await outcome(transport.request(call, asText));
    expect(elapsed()).toBe(2_000);
    expect(first.requests).toHaveLength(asked);

    const third = outcome(transport.request(call, asText));
    await pass(2_000);
    expect(first.requests).toHaveLength(asked + 1);
    await third.catch(() => undefined);
  });

  it("still asks one that was late when the others fail", async () => {
    const first = await endpoint((body, count) =>
      count === 1 ? "silent" : serving()(body, count),
    );
    const second = await endpoint((body, count) =>
      count === 1 ? serving()(body, count) : { status: 500 },
    );
    const transport = createTransport([first.url, second.url], deployment);
    await outcome(transport.request(call, asText));
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });

  it("stops asking the others once one has answered", async () => {
    const first = await endpoint(() => ({ status: 500 }));
    const second = await endpoint(serving());
    await outcome(createTransport([first.url, second.url], deployment).request(call, asText));
    const asked = first.requests.length;
    await pass(5_000);
    expect(first.requests).toHaveLength(asked);
    expect(unanswered()).toBe(0);
  });

  it("reaches the third when two are silent", async () => {
    const first = await endpoint(() => "silent");
    const second = await endpoint(() => "silent");
    const third = await endpoint(serving());
    const transport = createTransport([first.url, second.url, third.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(third.requests.map(({ at }) => at)).toEqual([4_000]);
  });

  it("fails when all have failed, once each has had its retries", async () => {
    const first = await endpoint(() => ({ status: 500 }));
    const second = await endpoint(() => ({ status: 502 }));
    const transport = createTransport([first.url, second.url], deployment);
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
    expect(first.requests).toHaveLength(4);
    expect(second.requests).toHaveLength(4);
  });
});

describe("[K-24] an endpoint is vetted", () => {
  const asked = ({ requests }: FakeEndpoint) => requests.map(({ at }) => at);

  it("again after 5 minutes, in one request", async () => {
    const one = await endpoint(serving());
    const transport = createTransport([one.url], deployment);
    await outcome(transport.request(call, asText));
    await pass(5 * 60_000 - 50);
    await outcome(transport.request(call, asText));
    await pass(50);
    await outcome(transport.request(call, asText));
    expect(one.requests.map(({ body }) => Array.isArray(body))).toEqual([true, false, true]);
  });

  it("by its code too where that is known", async () => {
    const one = await endpoint(serving({ code: "0xbadc0de0" }));
    const unknown = { ...deployment, codeSha256: null };
    expect(await outcome(createTransport([one.url], unknown).request(call, asText))).toBe("0x2a");
  });

  it("by its code in a page that can't hash, as over plain HTTP", async () => {
    vi.stubGlobal("crypto", {});
    const one = await endpoint(serving({ code: "0xbadc0de0" }));
    const transport = createTransport([one.url], deployment);
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
  });

  it.each<[string, Partial<FakeChain>]>([
    ["another chain", { chainId: 1 }],
    ["other code", { code: "0xc0df" }],
    ["no code", { code: "0x" }],
  ])("and asked once in 5 minutes, in vain, as long as it has %s", async (_, told) => {
    const first = await endpoint(serving({ ...told, answer: () => "0xbad" }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      expect(await outcome(transport.request(call, asText))).toBe("0x2a");
      await pass(60_000);
    }
    expect(asked(first)).toEqual([0, 5, 10, 15].map((minutes) => minutes * 60_000));
  });

  it("and left alone for minutes after one wrong answer, not for the visit", async () => {
    const first = await endpoint((body, count) =>
      serving({ chainId: count === 1 ? 1 : CHAIN_ID, answer: () => "0xmended" })(body, count),
    );
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(transport.each()).toHaveLength(1);
    await pass(5 * 60_000);
    expect(transport.each()).toHaveLength(2);
    expect(await outcome(transport.request(call, asText))).toBe("0xmended");
  });

  it("and asked again when there is no other, since it may have been mended", async () => {
    const only = await endpoint(serving({ chainId: 1 }));
    const transport = createTransport([only.url], deployment);
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
    only.behave = serving();
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });

  it("and found out when it changes its chain later", async () => {
    const first = await endpoint(serving());
    const second = await endpoint(serving({ answer: () => "0x2b" }));
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    first.behave = serving({ chainId: 1 });
    await pass(5 * 60_000);
    expect(await outcome(transport.request(call, asText))).toBe("0x2b");
  });
});

describe("[K-24] an old head", () => {
  const old = (told: Partial<FakeChain> = {}) =>
    serving({ height: 4_000, age: 12_000, answer: () => "0xold", ...told });

  it("alone is used as it is, and not asked about again", async () => {
    const only = await endpoint(old());
    const transport = createTransport([only.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0xold");
    expect(await outcome(transport.request(call, asText))).toBe("0xold");
    expect(elapsed()).toBe(0);
    expect(only.requests.map(({ body }) => Array.isArray(body))).toEqual([true, false]);
  });

  it("of 90 s is none", async () => {
    const first = await endpoint(serving({ age: 90 }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(second.requests).toHaveLength(0);
  });

  it("loses to a newer one at once, and its endpoint is left alone for 5 minutes", async () => {
    const first = await endpoint(old());
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(elapsed()).toBe(0);
    await pass(5 * 60_000 - 50);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(first.requests).toHaveLength(1);

    first.behave = serving({ answer: () => "0xcaught up" });
    await pass(50);
    expect(await outcome(transport.request(call, asText))).toBe("0xcaught up");
  });

  it.each([4_000, 5_000, 5_001, 10 ** 9])(
    "loses to a current one of block %d: its time counts, not its number",
    async (height) => {
      const first = await endpoint(old({ height: 5_000, age: 91 }));
      const second = await endpoint(serving({ height }));
      const transport = createTransport([first.url, second.url], deployment);
      expect(await outcome(transport.request(call, asText))).toBe("0x2a");
      expect(transport.each()).toHaveLength(1);
    },
  );

  it("is not trusted because its endpoint is asked by itself", async () => {
    const stopped = await endpoint(old());
    const healthy = await endpoint(serving());
    const transport = createTransport([stopped.url, healthy.url], deployment);
    const values: string[] = [];
    for (let reading = 0; reading < 30; reading += 1) {
      const [one] = transport.each();
      await outcome(Promise.allSettled([one?.request(call, asText)]));
      values.push(await outcome(transport.request(call, asText)));
      await pass(20_000);
    }
    expect(values).toEqual(values.map(() => "0x2a"));
  });

  it("counts again when its endpoint is the only one that is left", async () => {
    const stopped = await endpoint(old());
    const healthy = await endpoint(serving());
    const transport = createTransport([stopped.url, healthy.url], deployment);
    await outcome(transport.request(call, asText));
    healthy.behave = () => ({ status: 404 });
    await pass(5 * 60_000);
    expect(await outcome(transport.request(call, asText))).toBe("0xold");
  });

  it("stays in use when all the others are as old: blocks are late, or the clock is fast", async () => {
    const endpoints = [await endpoint(old()), await endpoint(old({ answer: () => "0x2nd" }))];
    const transport = createTransport(
      endpoints.map(({ url }) => url),
      deployment,
    );
    expect(await outcome(transport.request(call, asText))).toBe("0xold");
    expect(await outcome(transport.request(call, asText))).toBe("0xold");
    expect(endpoints.map(({ requests }) => requests.length)).toEqual([2, 1]);
  });

  it.each<[string, Partial<FakeChain>]>([
    ["an old one", { age: 12_000 }],
    ["one in the future", { age: -12_000 }],
  ])("turns no honest endpoint away for a huge number in %s", async (_, told) => {
    const liar = await endpoint(serving({ ...told, height: 10 ** 9, answer: () => "0xlie" }));
    const honest = await endpoint(serving());
    const transport = createTransport([liar.url, honest.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(transport.each()).toHaveLength(1);
    await pass(5 * 60_000);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });

  it("turns no current one away: a number that is far ahead of it is made up", async () => {
    const honest = await endpoint(serving());
    const liar = await endpoint(serving({ height: 10 ** 9, answer: () => "0xlie" }));
    const transport = createTransport([liar.url, honest.url], deployment);
    await outcome(transport.request(call, asText));
    await outcome(Promise.all(transport.each().map((each) => each.request(call, asText))));
    expect(transport.each()).toHaveLength(2);
  });

  it("loses to the third when the second is as old", async () => {
    const all = [await endpoint(old()), await endpoint(old()), await endpoint(serving())];
    const urls = all.map(({ url }) => url);
    const transport = createTransport(urls, deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(elapsed()).toBe(0);
  });

  it("waits for the third while the second is silent", async () => {
    const all = [await endpoint(old()), await endpoint(() => "silent"), await endpoint(serving())];
    const urls = all.map(({ url }) => url);
    expect(await outcome(createTransport(urls, deployment).request(call, asText))).toBe("0x2a");
    expect(elapsed()).toBe(2_000);
  });

  it.each<[string, Behaviour, number]>([
    ["is silent", () => "silent", 5_000],
    ["has failed", () => ({ status: 404 }), 0],
  ])("is used when the only other one %s", async (_, behave, ms) => {
    const urls = [(await endpoint(old())).url, (await endpoint(behave)).url];
    expect(await outcome(createTransport(urls, deployment).request(call, asText))).toBe("0xold");
    expect(elapsed()).toBe(ms);
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not decide with a revert either", async () => {
    const first = await endpoint(old({ answer: ({ id }) => error(id, 3, "execution reverted") }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });

  it("is not believed because the request that found it was given up", async () => {
    const first = await endpoint(old());
    const second = await endpoint(() => "silent");
    const transport = createTransport([first.url, second.url], deployment);
    const controller = new AbortController();
    const given = expect(transport.request(call, asText, controller.signal)).rejects.toThrow();
    await quiet();
    controller.abort();
    await given;
    second.behave = serving();
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });
});

describe("the endpoints by themselves", () => {
  it("answer each for itself", async () => {
    const first = await endpoint(() => ({ status: 404 }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    const answers = transport.each().map((each) => each.request(call, asText));
    expect(await outcome(Promise.allSettled(answers))).toEqual([
      { status: "rejected", reason: expect.any(EndpointsFailed) },
      { status: "fulfilled", value: "0x2a" },
    ]);
  });

  it("are those that are fit", async () => {
    const first = await endpoint(serving({ chainId: 1 }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    await outcome(transport.request(call, asText));
    expect(transport.each()).toHaveLength(1);
  });

  it("are all of them when none is, and then those that were mended", async () => {
    const first = await endpoint(serving({ chainId: 1 }));
    const second = await endpoint(serving({ chainId: 1 }));
    const transport = createTransport([first.url, second.url], deployment);
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
    expect(transport.each()).toHaveLength(2);
    second.behave = serving();
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(transport.each()).toHaveLength(1);
  });
});

describe("a revert", () => {
  it.each<[string, unknown, string]>([
    ["geth", { code: 3, message: "execution reverted", data: "0x5c975abb" }, "0x5c975abb"],
    ["others", { code: -32000, message: "execution reverted" }, "0x"],
    [
      "Hardhat",
      {
        code: -32603,
        message: "VM Exception: reverted with custom error",
        data: { data: "0x5c975abb", message: "x" },
      },
      "0x5c975abb",
    ],
    [
      "an endpoint with odd data",
      { code: 3, message: "execution reverted", data: "Reverted 0x5c" },
      "0x",
    ],
  ])("as %s tells it is an answer, not a failure", async (_, told, data) => {
    const first = await endpoint(serving({ answer: () => ({ error: told }) }));
    const second = await endpoint(serving());
    const transport = createTransport([first.url, second.url], deployment);
    const failure = await outcome(transport.request(call, asText)).catch((reason) => reason);
    expect(failure).toBeInstanceOf(CallReverted);
    expect(failure).toMatchObject({ data });
    expect(first.requests).toHaveLength(1);
    expect(second.requests).toHaveLength(0);
  });
});

describe("an abort", () => {
  it("before the request sends nothing", async () => {
    const { url, requests } = await endpoint(serving());
    const reason = new Error("enough");
    const answer = createTransport([url], deployment).request(
      call,
      asText,
      AbortSignal.abort(reason),
    );
    await expect(answer).rejects.toBe(reason);
    await quiet();
    expect(requests).toHaveLength(0);
  });

  it("while the endpoint is silent ends the request at once", async () => {
    const { url } = await endpoint(() => "silent");
    const controller = new AbortController();
    const reason = new Error("enough");
    const answer = createTransport([url], deployment).request(call, asText, controller.signal);
    const caught = expect(answer).rejects.toBe(reason);
    await pass(500);
    controller.abort(reason);
    await caught;
    await quiet();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("during a back-off ends the retries", async () => {
    const { url, requests } = await endpoint(() => ({ status: 500 }));
    const controller = new AbortController();
    const answer = createTransport([url], deployment).request(call, asText, controller.signal);
    const caught = expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await pass(200);
    controller.abort();
    await caught;
    await pass(5_000);
    expect(requests).toHaveLength(2);
  });
});

describe("several calls", () => {
  const calls = [call, { method: "eth_gasPrice", params: [] }];
  const both = (read: (index: number) => unknown) => `${read(0)} ${read(1)}`;
  const telling = serving({ answer: ({ method }) => (method === "eth_gasPrice" ? "0x7" : "0x2a") });
  const methodsOf = ({ requests }: FakeEndpoint) =>
    requests.map(({ body }) => [body].flat().map(({ method }) => method));

  it("are one request, before the endpoint is vetted and after", async () => {
    const one = await endpoint(telling);
    const transport = createTransport([one.url], deployment);
    expect(await outcome(transport.requestAll(calls, both))).toBe("0x2a 0x7");
    expect(await outcome(transport.requestAll(calls, both))).toBe("0x2a 0x7");
    expect(methodsOf(one)).toEqual([
      ["eth_call", "eth_gasPrice", "eth_call"],
      ["eth_call", "eth_gasPrice"],
    ]);
  });

  it("are answered by one endpoint: the next one is asked all of them", async () => {
    const first = await endpoint(serving({ answer: () => ({ error: { code: -32000 } }) }));
    const second = await endpoint(telling);
    const transport = createTransport([first.url, second.url], deployment);
    expect(await outcome(transport.requestAll(calls, both))).toBe("0x2a 0x7");
  });

  it("are all asked again when one of them may do better", async () => {
    const one = await endpoint((body, count) =>
      count === 2
        ? { body: [result(0, "0x2a"), error(1, -32005, "limit exceeded")] }
        : telling(body, count),
    );
    const transport = createTransport([one.url], deployment);
    await outcome(transport.request(call, asText));
    expect(await outcome(transport.requestAll(calls, both))).toBe("0x2a 0x7");
    expect(one.requests.map(({ at }) => at)).toEqual([0, 0, 150]);
  });

  it("may be refused one by one, which is left to who asks", async () => {
    const one = await endpoint(
      serving({ answer: ({ id }) => (id === 1 ? error(1, -32000, "pruned") : "0x2a") }),
    );
    const transport = createTransport([one.url], deployment);
    const gasOrNone = (read: (index: number) => unknown) => {
      try {
        return read(1);
      } catch {
        return `${read(0)} alone`;
      }
    };
    expect(await outcome(transport.requestAll(calls, gasOrNone))).toBe("0x2a alone");
    expect(elapsed()).toBe(0);
  });

  it("of which one is refused alone as well are not sent alone again", async () => {
    const refusal = { error: { code: -32000, message: "pruned" } };
    const one = await endpoint(
      serving({ answer: ({ method }) => (method === "eth_gasPrice" ? refusal : "0x2a") }),
    );
    const transport = createTransport([one.url], deployment);
    const firstOf = (read: (index: number) => unknown) => read(0);
    for (let round = 0; round < 3; round += 1) {
      expect(await outcome(transport.requestAll(calls, firstOf))).toBe("0x2a");
    }
    expect(methodsOf(one)).toEqual([
      ["eth_call", "eth_gasPrice", "eth_call"],
      ["eth_gasPrice"],
      ["eth_call", "eth_gasPrice"],
      ["eth_call", "eth_gasPrice"],
    ]);
  });

  it("that are more than the endpoint takes are sent alone, at the same time", async () => {
    const one = await endpoint((body, count) =>
      Array.isArray(body) && body.length > 4 ? { status: 400 } : telling(body, count),
    );
    const transport = createTransport([one.url], deployment);
    await outcome(transport.request(call, asText));
    const many = [...calls, ...calls, ...calls];
    expect(await outcome(transport.requestAll(many, both))).toBe("0x2a 0x7");
    expect(await outcome(transport.requestAll(many, both))).toBe("0x2a 0x7");
    expect(one.requests.filter(({ body }) => Array.isArray(body))).toHaveLength(2);
    expect(one.requests).toHaveLength(2 + 2 * many.length);
  });
});
