// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallReverted, createTransport, EndpointsFailed } from "./transport.ts";

interface Message {
  readonly id: number;
  readonly method: string;
}

/** What an endpoint does with a request; `silent` never answers. */
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | "silent";
type Behaviour = (body: Message | Message[], count: number) => Reply;

interface Endpoint {
  readonly url: string;
  /** When each request came, by the fake clock, and what it was. */
  readonly requests: {
    at: number;
    body: Message | Message[];
    headers: IncomingMessage["headers"];
  }[];
}

const CHAIN_ID = 31_337;
const START = Date.UTC(2026, 10, 20, 12);
const call = { method: "eth_call", params: [{ to: "0x1" }, "latest"] };
const asText = (result: unknown): string => {
  if (typeof result !== "string") throw new TypeError("Not text");
  return result;
};

const { setImmediate } = globalThis;
const realFetch = globalThis.fetch;
const servers: Server[] = [];
let pending = 0;
let silent = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START });
  pending = 0;
  silent = 0;
  // Counts what is on its way, so that the clock only moves when nothing but the clock is waited for.
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    pending += 1;
    try {
      const response = await realFetch(input, init);
      return new Response(await response.arrayBuffer(), response);
    } finally {
      pending -= 1;
    }
  });
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const elapsed = () => Date.now() - START;

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function endpoint(behave: Behaviour): Promise<Endpoint> {
  const requests: Endpoint["requests"] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request));
    // A connection that is kept has timers of its own.
    response.shouldKeepAlive = false;
    requests.push({ at: elapsed(), body, headers: request.headers });
    const reply = behave(body, requests.length);
    if (reply === "silent") {
      silent += 1;
      response.on("close", () => {
        silent -= 1;
      });
      return;
    }
    const { status = 200, headers = { "content-type": "application/json" }, body: answer } = reply;
    response.writeHead(status, headers);
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? null));
  });
  return { url: await listen(server), requests };
}

/** A port on which nobody listens. */
async function refusing(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  servers.splice(servers.indexOf(server), 1);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

const result = (id: number, value: unknown) => ({ jsonrpc: "2.0", id, result: value });
const error = (id: number, code: number, message: string, data?: unknown) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, data },
});

/** A well-behaved endpoint; `answerCall` answers what is not `eth_chainId`. */
function healthy(answerCall: (id: number) => unknown = (id) => result(id, "0x2a")): Behaviour {
  const one = ({ id, method }: Message) =>
    method === "eth_chainId" ? result(id, "0x7a69") : answerCall(id);
  return (body) => ({ body: Array.isArray(body) ? body.map(one) : one(body) });
}

/** Fails `times` times with `reply`, then is well. */
function failing(times: number, reply: Reply): Behaviour {
  return (body, count) => (count <= times ? reply : healthy()(body, count));
}

async function quiet(): Promise<void> {
  do {
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise<void>((resolve) => setImmediate(() => resolve()));
    }
  } while (pending > silent);
}

async function pass(ms: number): Promise<void> {
  await quiet();
  for (let passed = 0; passed < ms; passed += 50) {
    vi.advanceTimersByTime(50);
    await quiet();
  }
}

/** The outcome of a request, while as much time passes as it takes. */
async function outcome<Value>(promise: Promise<Value>): Promise<Value> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await quiet();
  for (let passed = 0; !settled && passed < 120_000; passed += 50) await pass(50);
  return await promise;
}

describe("a healthy endpoint", () => {
  it("identifies itself with the first answer, in one request, and only once", async () => {
    const { url, requests } = await endpoint(healthy());
    const transport = createTransport([url], CHAIN_ID);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(requests.map(({ body }) => body)).toEqual([
      [
        { jsonrpc: "2.0", id: 0, method: "eth_chainId", params: [] },
        { jsonrpc: "2.0", id: 1, ...call },
      ],
      { jsonrpc: "2.0", id: 1, ...call },
    ]);
  });

  it("may answer a batch in any order", async () => {
    const { url } = await endpoint((body, count) => {
      const reply = healthy()(body, count) as { body: unknown[] };
      return { body: reply.body.toReversed() };
    });
    expect(await outcome(createTransport([url], CHAIN_ID).request(call, asText))).toBe("0x2a");
  });

  it("gets no cookie and no referrer", async () => {
    const { url, requests } = await endpoint(healthy());
    await outcome(createTransport([url], CHAIN_ID).request(call, asText));
    expect(requests[0]?.headers).toMatchObject({ "content-type": "application/json" });
    expect(requests[0]?.headers).not.toHaveProperty("cookie");
    expect(requests[0]?.headers).not.toHaveProperty("referer");
  });

  it("leaves no timer behind", async () => {
    const { url } = await endpoint(healthy());
    await outcome(createTransport([url], CHAIN_ID).request(call, asText));
    // Node's own `fetch` ticks twice a second.
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is all that is asked while it answers", async () => {
    const first = await endpoint(healthy());
    const second = await endpoint(healthy());
    await outcome(createTransport([first.url, second.url], CHAIN_ID).request(call, asText));
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
  ])("is asked one by one when it answers with %s", async (_, refusal) => {
    const { url, requests } = await endpoint((body, count) =>
      Array.isArray(body) ? refusal : healthy()(body, count),
    );
    expect(await outcome(createTransport([url], CHAIN_ID).request(call, asText))).toBe("0x2a");
    expect(requests).toHaveLength(3);
    expect(requests[2]?.at).toBe(0);
  });
});

describe("a failing endpoint", () => {
  const times = async (behave: Behaviour) => {
    const { url, requests } = await endpoint(behave);
    const answer = outcome(createTransport([url], CHAIN_ID).request(call, asText));
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
    const { failure, at } = await times(healthy((id) => error(id, code, "limit exceeded")));
    expect(failure).toBeInstanceOf(EndpointsFailed);
    expect(at).toEqual([0, 150, 450, 1_050]);
  });

  it.each([-32600, -32601, -32602, -32000, 7])(
    "with the code %d is not asked again",
    async (code) => {
      const { failure, at } = await times(healthy((id) => error(id, code, "no")));
      expect(failure).toBeInstanceOf(EndpointsFailed);
      expect(at).toEqual([0]);
    },
  );

  it.each([400, 401, 404])("with HTTP %d is not asked again", async (status) => {
    const { failure, at } = await times(() => ({ status, body: "no" }));
    expect(failure).toBeInstanceOf(EndpointsFailed);
    // Perhaps it was the batch that it refused, so each call is tried by itself; no retry comes later.
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
      "one answer too few",
      (body) => ({ body: [result((body as Message[])[0]?.id ?? 0, "0x7a69")] }),
    ],
    [
      "JSON that is no JSON-RPC",
      (body) => ({ body: (body as Message[]).map(({ id }) => ({ id, result: "0x7a69" })) }),
    ],
    ["neither result nor error", healthy((id) => ({ jsonrpc: "2.0", id }))],
    ["an answer that can't be right", healthy((id) => result(id, 42))],
  ])("with %s is asked again, then given up", async (_, behave) => {
    const { failure, at } = await times(behave);
    expect(failure).toBeInstanceOf(EndpointsFailed);
    expect(at).toEqual([0, 150, 450, 1_050]);
  });

  it("with the wrong chain is not asked again, and its answer is not taken", async () => {
    const accept = vi.fn(asText);
    const { url, requests } = await endpoint((body) => ({
      body: (body as Message[]).map(({ id, method }) =>
        result(id, method === "eth_chainId" ? "0x1" : "0x2a"),
      ),
    }));
    const answer = outcome(createTransport([url], CHAIN_ID).request(call, accept));
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
    expect(await outcome(createTransport([url], CHAIN_ID).request(call, asText))).toBe("0x2a");
    expect(requests).toHaveLength(count + 1);
  });

  it.each<[string, (id: number) => unknown]>([
    ["another id", (id) => result(id + 1, "0x2a")],
    ["a batch", (id) => [result(id, "0x2a")]],
    ["null", () => null],
  ])("that later answers one call with %s is asked again, then given up", async (_, answer) => {
    const { url } = await endpoint((body, count) =>
      count === 1 ? healthy()(body, count) : { body: answer((body as Message).id) },
    );
    const transport = createTransport([url], CHAIN_ID);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
    expect(elapsed()).toBe(1_050);
  });

  it("that refuses connections is given up after its retries", async () => {
    const answer = outcome(createTransport([await refusing()], CHAIN_ID).request(call, asText));
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(elapsed()).toBe(1_050);
  });

  it("that never answers is given up after 10 s, each time", async () => {
    const { url, requests } = await endpoint(() => "silent");
    const answer = outcome(createTransport([url], CHAIN_ID).request(call, asText));
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(requests.map(({ at }) => at)).toEqual([0, 10_150, 20_450, 31_050]);
    expect(elapsed()).toBe(41_050);
  });

  it("leaves no timer behind", async () => {
    await times(() => ({ status: 500 }));
    await pass(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("Retry-After", () => {
  const secondRequestAt = async (header: string, status = 429) => {
    const { url, requests } = await endpoint(
      failing(1, { status, headers: { "retry-after": header } }),
    );
    expect(await outcome(createTransport([url], CHAIN_ID).request(call, asText))).toBe("0x2a");
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

  it("longer than 10 s is not waited for", async () => {
    const { url, requests } = await endpoint(() => ({
      status: 429,
      headers: { "retry-after": "11" },
    }));
    const answer = outcome(createTransport([url], CHAIN_ID).request(call, asText));
    await expect(answer).rejects.toThrow(EndpointsFailed);
    expect(requests).toHaveLength(1);
  });
});

describe("several endpoints", () => {
  it("asks the second at once when the first fails", async () => {
    const first = await endpoint(() => ({ status: 500 }));
    const second = await endpoint(healthy());
    const transport = createTransport([first.url, second.url], CHAIN_ID);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(second.requests.map(({ at }) => at)).toEqual([0]);
  });

  it.each<[string, Behaviour]>([
    [
      "serves another chain",
      (body) => ({ body: (body as Message[]).map(({ id }) => result(id, "0x1")) }),
    ],
    ["answers with HTML", () => ({ body: "<html>" })],
    ["lies", healthy((id) => result(id, null))],
  ])("takes the second's answer when the first %s", async (_, behave) => {
    const first = await endpoint(behave);
    const second = await endpoint(healthy());
    const transport = createTransport([first.url, second.url], CHAIN_ID);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
  });

  it("asks the second after 2 s when the first is silent, and takes whichever is good", async () => {
    const first = await endpoint(() => "silent");
    const second = await endpoint(healthy());
    const transport = createTransport([first.url, second.url], CHAIN_ID);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(second.requests.map(({ at }) => at)).toEqual([2_000]);
    expect(elapsed()).toBe(2_000);
  });

  it("stops asking the others once one has answered", async () => {
    const first = await endpoint(() => ({ status: 500 }));
    const second = await endpoint(healthy());
    await outcome(createTransport([first.url, second.url], CHAIN_ID).request(call, asText));
    const asked = first.requests.length;
    await pass(5_000);
    expect(first.requests).toHaveLength(asked);
    expect(silent).toBe(0);
  });

  it("reaches the third when two are silent", async () => {
    const first = await endpoint(() => "silent");
    const second = await endpoint(() => "silent");
    const third = await endpoint(healthy());
    const transport = createTransport([first.url, second.url, third.url], CHAIN_ID);
    expect(await outcome(transport.request(call, asText))).toBe("0x2a");
    expect(third.requests.map(({ at }) => at)).toEqual([4_000]);
  });

  it("fails when all have failed, once each has had its retries", async () => {
    const first = await endpoint(() => ({ status: 500 }));
    const second = await endpoint(() => ({ status: 502 }));
    const transport = createTransport([first.url, second.url], CHAIN_ID);
    await expect(outcome(transport.request(call, asText))).rejects.toThrow(EndpointsFailed);
    expect(first.requests).toHaveLength(4);
    expect(second.requests).toHaveLength(4);
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
    const first = await endpoint(healthy((id) => ({ jsonrpc: "2.0", id, error: told })));
    const second = await endpoint(healthy());
    const transport = createTransport([first.url, second.url], CHAIN_ID);
    const failure = await outcome(transport.request(call, asText)).catch((reason) => reason);
    expect(failure).toBeInstanceOf(CallReverted);
    expect(failure).toMatchObject({ data });
    expect(first.requests).toHaveLength(1);
    expect(second.requests).toHaveLength(0);
  });
});

describe("an abort", () => {
  it("before the request sends nothing", async () => {
    const { url, requests } = await endpoint(healthy());
    const reason = new Error("enough");
    const answer = createTransport([url], CHAIN_ID).request(
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
    const answer = createTransport([url], CHAIN_ID).request(call, asText, controller.signal);
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
    const answer = createTransport([url], CHAIN_ID).request(call, asText, controller.signal);
    const caught = expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await pass(200);
    controller.abort();
    await caught;
    await pass(5_000);
    expect(requests).toHaveLength(2);
  });
});
