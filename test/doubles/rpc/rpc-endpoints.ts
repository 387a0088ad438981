import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, vi } from "vitest";
import { createTransport } from "../../../frontend/src/chain/rpc/create-transport.ts";
import type { Post } from "../../../frontend/src/chain/rpc/post.ts";
import { type HttpServer, startHttpServer } from "../../support/http-server.ts";
import { isServedCall, servedAnswer } from "./served.ts";

/** The fake clock advances only while no message is pending. */

export interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
export type Body = Message | Message[];

/** `silent` never answers. `cut` closes the connection in the middle of an answer. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | "silent"
  | "cut";
export type Behaviour = (body: Body, count: number) => Reply;

export interface FakeEndpoint {
  readonly url: string;
  readonly requests: {
    readonly at: number;
    readonly body: Body;
    readonly headers: IncomingMessage["headers"];
  }[];
  behave: Behaviour;
}

export interface FakeChain {
  readonly chainId: number;
  readonly height: number;
  /** The seconds since the newest block. */
  readonly age: number;
  readonly code: string;
  readonly answer: (message: Message) => unknown;
}

export const CHAIN_ID = 31_337;
export const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
export const START = Date.UTC(2026, 10, 20, 12);

const { setImmediate } = globalThis;
const realFetch = globalThis.fetch;
const servers: HttpServer[] = [];
let pending = 0;
let silent = 0;

/** Call this once in a test file. Every test starts at `START`. */
export function installFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START });
    pending = 0;
    silent = 0;
    const counted = async <Value>(task: () => Promise<Value>) => {
      pending += 1;
      try {
        return await task();
      } finally {
        pending -= 1;
      }
    };
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
      counted(async () => {
        const response = await realFetch(input, init);
        return new Response(await response.arrayBuffer(), response);
      }),
    );
  });

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
}

export const elapsed = () => Date.now() - START;

export const unanswered = () => silent;

const urlOf = ({ port }: HttpServer) => `http://127.0.0.1:${port}/`;

export async function endpoint(behave: Behaviour): Promise<FakeEndpoint> {
  const requests: FakeEndpoint["requests"] = [];
  const server = await startHttpServer((request, response, text) => {
    const body: Body = JSON.parse(text);
    // Closes the connection, because an open one has timers.
    response.shouldKeepAlive = false;
    requests.push({ at: elapsed(), body, headers: request.headers });
    const reply = fake.behave(body, requests.length);
    if (reply === "silent") {
      silent += 1;
      response.on("close", () => {
        silent -= 1;
      });
      return;
    }
    if (reply === "cut") {
      response.writeHead(200, { "content-length": "1000" });
      response.write('[{"jsonrpc"', () => response.destroy());
      return;
    }
    const { status = 200, headers = { "content-type": "application/json" }, body: answer } = reply;
    response.writeHead(status, headers);
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? null));
  });
  servers.push(server);
  const fake = { url: urlOf(server), requests, behave };
  return fake;
}

/** The page's transport to these endpoints, without a record of the contract's code. */
export function transportTo(endpoints: readonly FakeEndpoint[], send?: Post) {
  const deployment = { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null };
  return createTransport(
    endpoints.map(({ url }) => url),
    deployment,
    send,
  );
}

export async function refusing(): Promise<FakeEndpoint> {
  const server = await startHttpServer(() => {});
  await server.close();
  return { url: urlOf(server), requests: [], behave: () => "silent" };
}

export const result = (id: number, value: unknown) => ({ jsonrpc: "2.0", id, result: value });
export const error = (id: number, code: number, message: string, data?: unknown) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, data },
});

export function serving(overrides: Partial<FakeChain> = {}): Behaviour {
  const chain = { chainId: CHAIN_ID, height: 5_000, age: 6, code: "0xc0de", ...overrides };
  const { answer = () => "0x2a" } = overrides;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const one = (message: Message) => {
    const { id, method } = message;
    const timestamp = Math.floor(Date.now() / 1000) - chain.age;
    if (isServedCall(message)) {
      return result(id, servedAnswer({ ...chain, timestamp }));
    }
    if (method === "eth_blockNumber") return result(id, hex(chain.height));
    const value = answer(message);
    const whole = typeof value === "object" && value !== null;
    return whole ? { jsonrpc: "2.0", id, ...value } : result(id, value);
  };
  return (body) => ({ body: Array.isArray(body) ? body.map(one) : one(body) });
}

/** Resolves when only the clock or a silent endpoint is pending. */
export async function quiet(): Promise<void> {
  do {
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise<void>((resolve) => setImmediate(() => resolve()));
    }
  } while (pending > silent);
}

export async function pass(ms: number): Promise<void> {
  await quiet();
  for (let passed = 0; passed < ms; passed += 50) {
    vi.advanceTimersByTime(50);
    await quiet();
  }
}

export async function outcome<Value>(promise: Promise<Value>): Promise<Value> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await quiet();
  for (let passed = 0; !settled && passed < 120_000; passed += 50) await pass(50);
  return await promise;
}
