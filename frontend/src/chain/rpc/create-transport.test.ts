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
  installFakeClock,
  type Message,
  outcome,
  pass,
  quiet,
  type Reply,
  result,
  START,
  serving,
  unanswered,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { createTransport } from "./create-transport.ts";
import { EndpointsFailed, Reverted } from "./transport.ts";
import { type Deployment, servedCall } from "./vetting.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const CODE_SHA256 = createHash("sha256").update(Buffer.from("c0de", "hex")).digest("hex");
const deployment: Deployment = {
  chainId: CHAIN_ID,
  ticketAddress: TICKET,
  codeSha256: CODE_SHA256,
};

const call = { method: "eth_call", params: [{ to: "0x1" }, "latest"] };
const asText = (result: unknown): string | Reverted => {
  if (typeof result === "string" || result instanceof Reverted) return result;
  throw new TypeError("Not text");
};

/** A transport over fake endpoints, in this order. */
async function over(...behaviours: readonly Behaviour[]) {
  const endpoints = await Promise.all(behaviours.map(endpoint));
  return { ...through(endpoints.map(({ url }) => url)), endpoints };
}

function through(urls: readonly string[], served = deployment) {
  const transport = createTransport(urls, served);
  return { transport, ask: () => outcome(transport.request(call, asText)) };
}

const asked = ({ requests }: FakeEndpoint) => requests.map(({ at }) => at);
const asBatches = ({ requests }: FakeEndpoint) => requests.map(({ body }) => Array.isArray(body));
const reverting = ({ id }: Message) => error(id, 3, "execution reverted");
const silent: Behaviour = () => "silent";
const status =
  (code: number): Behaviour =>
  () => ({ status: code, body: "no" });
/** Answers the first `count` requests like `first`, and the others like `then`. */
const switching =
  (count: number, first: Behaviour, then: Behaviour): Behaviour =>
  (body, at) =>
    at <= count ? first(body, at) : then(body, at);

installFakeClock();

describe("a healthy endpoint", () => {
  it("shows what it serves with the first answer, in one request, and not with the next", async () => {
    const { ask, endpoints } = await over(serving());
    expect(await ask()).toBe("0x2a");
    expect(await ask()).toBe("0x2a");
    const [{ requests } = await endpoint(silent)] = endpoints;
    expect(requests.map(({ body }) => body)).toEqual([
      [
        { jsonrpc: "2.0", id: 0, ...call },
        { jsonrpc: "2.0", id: 1, ...servedCall(TICKET) },
      ],
      { jsonrpc: "2.0", id: 0, ...call },
    ]);
    expect(requests[0]?.headers).toMatchObject({ "content-type": "application/json" });
    expect(requests[0]?.headers).not.toHaveProperty("cookie");
    expect(requests[0]?.headers).not.toHaveProperty("referer");
  });
});

describe.each([1, 2, 3])("an endpoint that takes %d in a batch", (cap) => {
  const within = (body: Body) => !Array.isArray(body) || body.length <= cap;
  const told = (body: Message[]) => (serving()(body, 0) as { body: unknown[] }).body;

  const refusal = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "too many" } };
  it.each<[string, (body: Message[]) => Reply]>([
    ["refuses more with HTTP 400", () => ({ status: 400, body: "too many" })],
    ["refuses more with HTTP 405", () => ({ status: 405 })],
    [
      "refuses more with HTTP 500 and the reason, as dRPC does",
      () => ({ status: 500, body: refusal }),
    ],
    ["refuses more with null", () => ({ body: null })],
    ["refuses more with one error", () => ({ body: refusal })],
    ["refuses more with one error in a list, as geth does", () => ({ body: [refusal] })],
    ["answers only the first ones", (body) => ({ body: told(body).slice(0, cap) })],
    ["answers only the last ones", (body) => ({ body: told(body).slice(-cap) })],
    [
      "refuses the rest one by one",
      (body) => ({
        body: told(body).map((answer, id) => (id < cap ? answer : error(id, -32600, "too many"))),
      }),
    ],
  ])("and %s is asked the rest one by one", async (_, refuse) => {
    const { transport, endpoints } = await over((body, count) =>
      within(body) ? serving()(body, count) : refuse(body as Message[]),
    );
    const three = () =>
      transport.requestAll([call, call, call], (read) => [read(0), read(1), read(2)].map(asText));
    expect(await outcome(three())).toEqual(["0x2a", "0x2a", "0x2a"]);
    expect(elapsed()).toBe(0);

    // The transport remembers that the endpoint refuses such batches.
    await pass(5 * 60_000);
    expect(await outcome(three())).toEqual(["0x2a", "0x2a", "0x2a"]);
    expect(endpoints.flatMap(asBatches).filter(Boolean)).toHaveLength(1);
  });
});

describe("[K-24] a failing endpoint", () => {
  const RETRIED = [0, 150, 450, 1_050];

  const failing = async (...behaviours: readonly Behaviour[]) => {
    const { ask, endpoints } = await over(...behaviours);
    await expect(ask()).rejects.toThrow(EndpointsFailed);
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
    return endpoints.flatMap(asked);
  };
  const refusingWith = (code: number) => serving({ answer: ({ id }) => error(id, code, "no") });
  const bodies =
    (change: (id: number) => unknown): Behaviour =>
    (body) => ({
      body: (body as Message[]).map(({ id }) => change(id)),
    });

  type Row = [string, Behaviour, readonly number[]];
  const withStatus = (code: number, at: readonly number[]): Row => [
    `HTTP ${code}`,
    status(code),
    at,
  ];
  const withCode = (code: number, at: readonly number[]): Row => [
    `the code ${code}`,
    refusingWith(code),
    at,
  ];

  // The endpoint may refuse batches, so the transport sends a refused call once outside a batch.
  it.each<Row>([
    ...[403, 408, 413, 429, 500, 502, 503, 504].map((code) => withStatus(code, RETRIED)),
    ...[400, 401, 404].map((code) => withStatus(code, [0, 0, 0])),
    ...[-1, -32005, -32603].map((code) => withCode(code, RETRIED)),
    ...[-32600, -32601, -32602, -32000, 7].map((code) => withCode(code, [0, 0])),
    [
      "HTML",
      () => ({ headers: { "content-type": "text/html" }, body: "<!doctype html>" }),
      RETRIED,
    ],
    ["nothing", () => ({ body: "" }), RETRIED],
    ["half of its answer", () => "cut", RETRIED],
    ["half of its JSON", () => ({ body: '[{"jsonrpc":"2.0","id":0,"res' }), RETRIED],
    ["other ids", bodies((id) => result(id + 7, "0x7a69")), RETRIED],
    ["JSON that is no JSON-RPC", bodies((id) => ({ id, result: "0x7a69" })), RETRIED],
    ["neither result nor error", serving({ answer: () => ({}) }), RETRIED],
    ["an answer that can't be right", serving({ answer: () => 42 }), RETRIED],
  ])(
    "with %s is asked again after 150, 300 and 600 ms if that may help, then given up",
    async (_, behave, at) => {
      expect(await failing(behave)).toEqual(at);
    },
  );

  it("with the wrong chain is not asked again, and its answer is not taken", async () => {
    const accept = vi.fn(asText);
    const { transport, endpoints } = await over(serving({ chainId: 1 }));
    await expect(outcome(transport.request(call, accept))).rejects.toThrow(EndpointsFailed);
    expect(accept).not.toHaveBeenCalled();
    expect(endpoints.map(asked)).toEqual([[0]]);
  });

  it.each<[string, (id: number) => unknown]>([
    ["another id", (id) => result(id + 1, "0x2a")],
    ["its id as text", (id) => ({ ...result(id, "0x2a"), id: `${id}` })],
    ["a batch", (id) => [result(id, "0x2a")]],
    ["null", () => null],
  ])("that later answers one call with %s is asked again, then given up", async (_, answer) => {
    const later: Behaviour = (body) => ({ body: answer((body as Message).id) });
    const { ask } = await over(switching(1, serving(), later));
    expect(await ask()).toBe("0x2a");
    await expect(ask()).rejects.toThrow(EndpointsFailed);
    expect(elapsed()).toBe(1_050);
  });

  it("that never answers is given up after 10 s, each time", async () => {
    expect(await failing(silent)).toEqual([0, 10_150, 20_450, 31_050]);
    expect(elapsed()).toBe(41_050 + 1_000);
  });

  it("that leaves one message of a batch unanswered, asked alone too, is given up", async () => {
    const at = await failing((body) => ({ body: [result(1, "0x7a69"), body] }));
    expect(new Set(at)).toEqual(new Set(RETRIED));
  });
});

describe("[K-24] Retry-After", () => {
  const limit = { jsonrpc: "2.0", id: null, error: { code: 429, message: "Too many requests" } };

  it.each<[string, string, number, object?]>([
    ["in seconds is waited for", "2", 2_000],
    ["counts with every status", "1", 1_000, { status: 503 }],
    ["as a date is waited for", new Date(START + 3_000).toUTCString(), 3_000],
    ["of 0 leaves the usual back-off", "0", 150],
    ["in the past leaves the usual back-off", new Date(START - 60_000).toUTCString(), 150],
    ["as a word leaves the usual back-off", "soon", 150],
    ["below 0 leaves the usual back-off", "-1", 150],
    ["counts more than what the endpoint says beside it", "2", 2_000, { body: limit }],
  ])("%s", async (_, header, at, fields) => {
    const reply = { status: 429, headers: { "retry-after": header }, ...fields };
    const { ask, endpoints } = await over(switching(1, () => reply, serving()));
    expect(await ask()).toBe("0x2a");
    expect(endpoints.map(asked)).toEqual([[0, at]]);
  });

  it("longer than 10 s is not waited for", async () => {
    const reply = { status: 429, headers: { "retry-after": "11" } };
    const { ask, endpoints } = await over(() => reply);
    await expect(ask()).rejects.toThrow(EndpointsFailed);
    expect(endpoints.map(asked)).toEqual([[0]]);
  });
});

describe("[K-24] several endpoints", () => {
  const onOtherChain: Behaviour = (body) => ({
    body: (body as Message[]).map(({ id }) => result(id, "0x1")),
  });

  it.each<[string, readonly Behaviour[], number]>([
    ["at once when the first fails", [status(500)], 0],
    ["at once when the first serves another chain", [onOtherChain], 0],
    ["at once when the first answers with HTML", [() => ({ body: "<html>" })], 0],
    ["at once when the first lies", [serving({ answer: () => null })], 0],
    ["after 2 s when the first is silent", [silent], 2_000],
    ["after 4 s when two are silent", [silent, silent], 4_000],
    ["after 2 s when the first has failed and the second is silent", [status(500), silent], 2_000],
  ])("ask the next %s, and no other then", async (_, behaviours, at) => {
    const { ask, endpoints } = await over(...behaviours, serving(), serving());
    expect(await ask()).toBe("0x2a");
    expect(endpoints.map(asked).slice(-2)).toEqual([[at], []]);
    expect(elapsed()).toBe(at);
    const before = endpoints.flatMap(asked);
    await pass(5_000);
    expect(endpoints.flatMap(asked)).toEqual(before);
    expect(unanswered()).toBe(0);
  });

  it("ask one that was late after the others, until they are late too", async () => {
    const thirdSilent = switching(2, serving(), switching(3, silent, serving()));
    const { ask, endpoints } = await over(silent, thirdSilent);
    const [first] = endpoints;
    await ask();
    const before = first?.requests.length ?? 0;
    await ask();
    expect(elapsed()).toBe(2_000);
    expect(first?.requests).toHaveLength(before);

    const third = ask();
    await pass(2_000);
    expect(first?.requests).toHaveLength(before + 1);
    await third.catch(() => undefined);
  });

  it("still ask one that was late when the others fail", async () => {
    const late = switching(1, silent, serving());
    const { ask } = await over(late, switching(1, serving(), status(500)));
    await ask();
    expect(await ask()).toBe("0x2a");
  });

  it("fail when all have failed, once each has had its retries", async () => {
    const { ask, endpoints } = await over(status(500), status(502));
    await expect(ask()).rejects.toMatchObject({ cause: { message: "HTTP 502" } });
    expect(endpoints.map((each) => asked(each).length)).toEqual([4, 4]);
  });
});

describe("[K-24] an endpoint is vetted", () => {
  const MINUTE = 60_000;

  it("again after 5 minutes, in one request", async () => {
    const { ask, endpoints } = await over(serving());
    await ask();
    await pass(5 * MINUTE - 50);
    await ask();
    await pass(50);
    await ask();
    expect(endpoints.map(asBatches)).toEqual([[true, false, true]]);
  });

  it("by its code too where that is known", async () => {
    const { url } = await endpoint(serving({ code: "0xbadc0de0" }));
    expect(await through([url], { ...deployment, codeSha256: null }).ask()).toBe("0x2a");
  });

  it.each<[string, Partial<FakeChain>]>([
    ["another chain", { chainId: 1 }],
    ["other code", { code: "0xc0df" }],
    ["no code", { code: "0x" }],
  ])("and asked once in 5 minutes, in vain, as long as it has %s", async (_, told) => {
    const { ask, endpoints } = await over(serving({ ...told, answer: () => "0xbad" }), serving());
    for (let minutes = 0; minutes < 15; minutes += 2.5) {
      expect(await ask()).toBe("0x2a");
      await pass(2.5 * MINUTE);
    }
    expect(endpoints.map(asked)[0]).toEqual([0, 5, 10].map((minutes) => minutes * MINUTE));
  });

  it("and left alone for minutes after one wrong answer, not for the visit", async () => {
    const mended = serving({ answer: () => "0xmended" });
    const { ask, transport } = await over(switching(1, serving({ chainId: 1 }), mended), serving());
    expect(await ask()).toBe("0x2a");
    expect(transport.each()).toHaveLength(1);
    await pass(5 * MINUTE);
    expect(transport.each()).toHaveLength(2);
    expect(await ask()).toBe("0xmended");
  });

  it("and asked again when there is no other, since it may have been mended", async () => {
    const { ask } = await over(switching(1, serving({ chainId: 1 }), serving()));
    await expect(ask()).rejects.toThrow(EndpointsFailed);
    expect(await ask()).toBe("0x2a");
  });

  it("and found out when it changes its chain later", async () => {
    const changing = switching(1, serving(), serving({ chainId: 1 }));
    const { ask } = await over(changing, serving({ answer: () => "0x2b" }));
    expect(await ask()).toBe("0x2a");
    await pass(5 * MINUTE);
    expect(await ask()).toBe("0x2b");
  });
});

describe("[K-24] an old head", () => {
  const old = (told: Partial<FakeChain> = {}) =>
    serving({ height: 4_000, age: 12_000, answer: () => "0xold", ...told });

  it.each<[string, readonly Behaviour[], string, number]>([
    ["loses to the third when the second is as old", [old(), old(), serving()], "0x2a", 0],
    ["waits for the third while the second is silent", [old(), silent, serving()], "0x2a", 2_000],
    ["is used when the only other one is silent", [old(), silent], "0xold", 5_000],
    ["is used when the only other one has failed", [old(), status(404)], "0xold", 0],
    ["does not decide with a revert either", [old({ answer: reverting }), serving()], "0x2a", 0],
  ])("%s", async (_, behaviours, answer, ms) => {
    const { ask } = await over(...behaviours);
    expect(await ask()).toBe(answer);
    expect(elapsed()).toBe(ms);
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("alone is used as it is, and not asked about again", async () => {
    const { ask, endpoints } = await over(old());
    expect(await ask()).toBe("0xold");
    expect(await ask()).toBe("0xold");
    expect(elapsed()).toBe(0);
    expect(endpoints.map(asBatches)).toEqual([[true, false]]);
  });

  it("of 90 s is none", async () => {
    const { ask, endpoints } = await over(serving({ age: 90 }), serving());
    expect(await ask()).toBe("0x2a");
    expect(endpoints.map(asked)).toEqual([[0], []]);
  });

  it("loses to a newer one at once, and its endpoint is left alone for 5 minutes", async () => {
    const caughtUp = serving({ answer: () => "0xcaught up" });
    const { ask, endpoints } = await over(switching(1, old(), caughtUp), serving());
    expect(await ask()).toBe("0x2a");
    expect(elapsed()).toBe(0);
    await pass(5 * 60_000 - 50);
    expect(await ask()).toBe("0x2a");
    expect(endpoints.map(asked)[0]).toHaveLength(1);
    await pass(50);
    expect(await ask()).toBe("0xcaught up");
  });

  it("of 91 s loses to a current one of a lower number: its time counts", async () => {
    const { ask, transport } = await over(old({ height: 5_000, age: 91 }), serving({ height: 1 }));
    expect(await ask()).toBe("0x2a");
    expect(transport.each()).toHaveLength(1);
  });

  it("is not trusted because its endpoint is asked by itself", async () => {
    const { ask, transport } = await over(old(), serving());
    const [first] = transport.each();
    // The readings span two vettings, which are 5 minutes apart.
    for (let reading = 0; reading < 11; reading += 1) {
      const [one] = transport.each();
      await outcome(Promise.allSettled([one?.request(call, asText)]));
      expect(await ask()).toBe("0x2a");
      await pass(60_000);
    }
    expect(await outcome(Promise.resolve(first?.request(call, asText)))).toBe("0xold");
  });

  it("counts again when its endpoint is the only one that is left", async () => {
    const { ask } = await over(old(), switching(1, serving(), status(404)));
    await ask();
    await pass(5 * 60_000);
    expect(await ask()).toBe("0xold");
  });

  it("stays in use when all the others are as old: blocks are late, or the clock is fast", async () => {
    const { ask, endpoints } = await over(old(), old({ answer: () => "0x2nd" }));
    expect(await ask()).toBe("0xold");
    expect(await ask()).toBe("0xold");
    expect(endpoints.map((each) => asked(each).length)).toEqual([2, 1]);
  });

  it("is not believed because the request that found it was given up", async () => {
    const { ask, transport } = await over(old(), switching(1, silent, serving()));
    const controller = new AbortController();
    const given = expect(transport.request(call, asText, controller.signal)).rejects.toThrow();
    await quiet();
    controller.abort();
    await given;
    expect(await ask()).toBe("0x2a");
  });
});

describe("the endpoints by themselves", () => {
  it("answer each for itself", async () => {
    const { transport } = await over(status(404), serving());
    const answers = transport.each().map((each) => each.request(call, asText));
    expect(await outcome(Promise.allSettled(answers))).toEqual([
      { status: "rejected", reason: expect.any(EndpointsFailed) },
      { status: "fulfilled", value: "0x2a" },
    ]);
  });

  it("are those that are fit; all when none is, and then those that were mended", async () => {
    const wrong = serving({ chainId: 1 });
    const { ask, transport, endpoints } = await over(wrong, wrong);
    await expect(ask()).rejects.toThrow(EndpointsFailed);
    expect(transport.each()).toHaveLength(2);
    for (const each of endpoints.slice(1)) each.behave = serving();
    expect(await ask()).toBe("0x2a");
    expect(transport.each()).toHaveLength(1);
  });
});

it("takes a revert for an answer, and asks no other endpoint", async () => {
  const { ask, endpoints } = await over(serving({ answer: reverting }), serving());
  expect(await ask()).toEqual(new Reverted("0x"));
  expect(endpoints.map(asked)).toEqual([[0], []]);
});

describe("an abort", () => {
  const reason = new Error("enough");

  it("before the request sends nothing", async () => {
    const { transport, endpoints } = await over(serving());
    const answer = transport.request(call, asText, AbortSignal.abort(reason));
    await expect(answer).rejects.toBe(reason);
    await quiet();
    expect(endpoints.map(asked)).toEqual([[]]);
  });

  it.each<[string, Behaviour, number]>([
    ["while the endpoint is silent", silent, 1],
    ["during a back-off", status(500), 4],
  ])("%s ends the request at once, and asks no further", async (_, behave, requests) => {
    const { transport, endpoints } = await over(behave, behave);
    const controller = new AbortController();
    const answer = transport.request(call, asText, controller.signal);
    const caught = expect(answer).rejects.toBe(reason);
    await pass(200);
    controller.abort(reason);
    await caught;
    await quiet();
    expect(vi.getTimerCount()).toBe(0);
    await pass(5_000);
    expect(endpoints.flatMap(asked)).toHaveLength(requests);
  });
});

describe("several calls", () => {
  const calls = [call, { method: "eth_gasPrice", params: [] }];
  const both = (read: (index: number) => unknown) => `${read(0)} ${read(1)}`;
  const telling = serving({ answer: ({ method }) => (method === "eth_gasPrice" ? "0x7" : "0x2a") });
  const methodsOf = ({ requests }: FakeEndpoint) =>
    requests.map(({ body }) => [body].flat().map(({ method }) => method));

  it("are answered by one endpoint: the next one is asked all of them", async () => {
    const refusing = serving({ answer: () => ({ error: { code: -32000 } }) });
    const { transport } = await over(refusing, telling);
    expect(await outcome(transport.requestAll(calls, both))).toBe("0x2a 0x7");
  });

  it("are all asked again when one of them may do better", async () => {
    const { ask, transport, endpoints } = await over((body, count) =>
      count === 2
        ? { body: [result(0, "0x2a"), error(1, -32005, "limit exceeded")] }
        : telling(body, count),
    );
    await ask();
    expect(await outcome(transport.requestAll(calls, both))).toBe("0x2a 0x7");
    expect(endpoints.map(asked)).toEqual([[0, 0, 150]]);
  });

  it("of which one is refused alone as well are not sent alone again", async () => {
    const refusal = { error: { code: -32000, message: "pruned" } };
    const { transport, endpoints } = await over(
      serving({ answer: ({ method }) => (method === "eth_gasPrice" ? refusal : "0x2a") }),
    );
    const firstOf = (read: (index: number) => unknown) => read(0);
    for (let round = 0; round < 3; round += 1) {
      expect(await outcome(transport.requestAll(calls, firstOf))).toBe("0x2a");
    }
    expect(endpoints.flatMap(methodsOf)).toEqual([
      ["eth_call", "eth_gasPrice", "eth_call"],
      ["eth_gasPrice"],
      ["eth_call", "eth_gasPrice"],
      ["eth_call", "eth_gasPrice"],
    ]);
  });

  it("that are more than the endpoint takes are sent alone, at the same time", async () => {
    const { ask, transport, endpoints } = await over((body, count) =>
      Array.isArray(body) && body.length > 4 ? { status: 400 } : telling(body, count),
    );
    await ask();
    const many = [...calls, ...calls, ...calls];
    expect(await outcome(transport.requestAll(many, both))).toBe("0x2a 0x7");
    expect(await outcome(transport.requestAll(many, both))).toBe("0x2a 0x7");
    const batches = endpoints.flatMap(asBatches);
    expect(batches.filter(Boolean)).toHaveLength(2);
    expect(batches).toHaveLength(2 + 2 * many.length);
  });
});
