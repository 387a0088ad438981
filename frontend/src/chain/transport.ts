import { withDeadline } from "../domain/deadline.ts";
import { delay } from "./delay.ts";

/**
 * JSON-RPC over HTTP to several endpoints that may be down, slow, wrong or lying (spec section 9: a time-out of 10 s,
 * 3 retries from 150 ms doubling, Retry-After honoured).
 */

const TIMEOUT_MS = 10_000;
const RETRIES = 3;
const FIRST_BACKOFF_MS = 150;
/** A longer Retry-After is not waited for: the next endpoint or the next refresh comes first. */
const MAX_RETRY_AFTER_MS = 10_000;
/** How long the preferred endpoint is waited for before the next one is asked as well. */
const HEDGE_AFTER_MS = 2_000;

/** Spec section 8. */
const RETRIED_HTTP_STATUS: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504];
const RETRIED_RPC_CODES: readonly number[] = [-1, -32005, -32603];

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Transport {
  /** The result of one call, checked by `accept`, which throws for an answer that can't be right. */
  request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/** Several endpoints behind one transport. */
export interface FailoverTransport extends Transport {
  /** The endpoints by themselves, in order of preference: when one fails, no other steps in. */
  each(): readonly Transport[];
}

/** The contract said no: the chain's answer, not the endpoint's failure. */
export class CallReverted extends Error {
  override readonly name = "CallReverted";
  /** ABI-encoded error, `0x` when the endpoint hid it. */
  readonly data: string;

  constructor(message: string, data: string) {
    super(message);
    this.data = data;
  }
}

/** No endpoint gave a usable answer. */
export class EndpointsFailed extends Error {
  override readonly name = "EndpointsFailed";
}

class EndpointError extends Error {
  override readonly name = "EndpointError";
  readonly retryAfterMs: number | null;
  readonly retried: boolean;

  constructor(
    message: string,
    { retried, retryAfterMs = null }: { retried: boolean; retryAfterMs?: number | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.retried = retried;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sends a JSON body to an endpoint. */
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<Response>;

export const post: Post = (url, body, signal) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  });

/**
 * What an endpoint is asked first: which chain it serves, and the call, in one request, so that its identity costs no
 * round trip of its own.
 */
export function firstBatch(call: RpcCall) {
  return [message(0, { method: "eth_chainId", params: [] }), message(1, call)];
}

/** @param send how bodies reach an endpoint; replaced where the first one is already under way */
export function createTransport(
  urls: readonly string[],
  chainId: number,
  send: Post = post,
): FailoverTransport {
  const endpoints = urls.map((url) => new Endpoint(url, chainId, send));
  return {
    request: (call, accept, signal) => requestFrom(endpoints, call, accept, signal),
    each: () =>
      endpoints.map((endpoint) => ({
        request: (call, accept, signal) => requestFrom([endpoint], call, accept, signal),
      })),
  };
}

/** Asks the endpoints in order, the next one as soon as the one before fails or is late; the first good answer wins. */
async function requestFrom<Value>(
  endpoints: readonly Endpoint[],
  call: RpcCall,
  accept: (result: unknown) => Value,
  signal: AbortSignal | undefined,
): Promise<Value> {
  signal?.throwIfAborted();
  const settled = new AbortController();
  const stop = () => settled.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise<Value>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      let failures = 0;
      let asked = 0;
      const askNext = () => {
        const endpoint = endpoints[asked];
        if (endpoint === undefined) return;
        asked += 1;
        let hedged = false;
        const hedge = () => {
          if (!hedged) askNext();
          hedged = true;
        };
        const timer = setTimeout(hedge, HEDGE_AFTER_MS);
        endpoint
          .request(call, accept, settled.signal, hedge)
          .then(resolve, (error: unknown) => {
            if (error instanceof CallReverted) return reject(error);
            failures += 1;
            if (failures === endpoints.length) {
              reject(new EndpointsFailed("No endpoint gave a usable answer", { cause: error }));
            }
            hedge();
          })
          .finally(() => clearTimeout(timer));
      };
      askNext();
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    settled.abort();
  }
}

class Endpoint {
  readonly #url: string;
  readonly #chainId: number;
  readonly #send: Post;
  /** Whether the endpoint has said that it serves the chain. */
  #servesChain = false;

  constructor(url: string, chainId: number, send: Post) {
    this.#url = url;
    this.#chainId = chainId;
    this.#send = send;
  }

  /** @param onFailure told of each failed attempt, so that another endpoint can be asked meanwhile */
  async request<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal: AbortSignal,
    onFailure: () => void,
  ): Promise<Value> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(call, accept, signal);
      } catch (error) {
        if (error instanceof CallReverted || signal.aborted) throw error;
        onFailure();
        const retried = !(error instanceof EndpointError) || error.retried;
        if (!retried || attempt === RETRIES) throw error;
        const backoff = FIRST_BACKOFF_MS * 2 ** attempt;
        const retryAfter = error instanceof EndpointError ? (error.retryAfterMs ?? 0) : 0;
        if (retryAfter > MAX_RETRY_AFTER_MS) throw error;
        await delay(Math.max(backoff, retryAfter), signal);
      }
    }
  }

  async #attempt<Value>(
    call: RpcCall,
    accept: (result: unknown) => Value,
    signal: AbortSignal,
  ): Promise<Value> {
    if (this.#servesChain) return accept(readResult(await this.#post(message(1, call), signal), 1));

    const batch = firstBatch(call);
    let answers = await this.#postBatch(batch, signal);
    if (!Array.isArray(answers)) {
      answers = await Promise.all(batch.map((single) => this.#post(single, signal)));
    }
    const answerTo = (id: number) => readResult((answers as unknown[]).find(hasId(id)), id);
    const chainId = answerTo(0);
    if (Number(chainId) !== this.#chainId) {
      throw new EndpointError(`It serves chain ${String(chainId)}, not ${this.#chainId}`, {
        retried: false,
      });
    }
    this.#servesChain = true;
    return accept(answerTo(1));
  }

  /** Not every endpoint takes batches: some refuse with HTTP 400, some with one answer for all. */
  async #postBatch(batch: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#post(batch, signal);
    } catch (error) {
      if (error instanceof EndpointError && !error.retried) return null;
      throw error;
    }
  }

  #post(body: unknown, signal: AbortSignal): Promise<unknown> {
    return withDeadline(signal, TIMEOUT_MS, async (deadline) => {
      const response = await this.#send(this.#url, JSON.stringify(body), deadline);
      if (!response.ok) {
        throw new EndpointError(`HTTP ${response.status}`, {
          retried: RETRIED_HTTP_STATUS.includes(response.status),
          retryAfterMs: parseRetryAfter(response.headers.get("retry-after")),
        });
      }
      return await response.json();
    });
  }
}

function message(id: number, { method, params }: RpcCall) {
  return { jsonrpc: "2.0", id, method, params };
}

function hasId(id: number) {
  return (answer: unknown) =>
    typeof answer === "object" && answer !== null && "id" in answer && answer.id === id;
}

function readResult(body: unknown, id: number): unknown {
  if (typeof body !== "object" || body === null || !("jsonrpc" in body)) {
    throw new EndpointError("Not a JSON-RPC answer", { retried: true });
  }
  if (!hasId(id)(body)) {
    throw new EndpointError("The answer to another request", { retried: true });
  }
  if ("error" in body && body.error !== null && body.error !== undefined)
    throw rpcError(body.error);
  if (!("result" in body)) throw new EndpointError("Neither result nor error", { retried: true });
  return body.result;
}

function rpcError(error: unknown): Error {
  const { code, message, data } = (typeof error === "object" ? error : {}) as {
    code?: unknown;
    message?: unknown;
    data?: unknown;
  };
  const text = typeof message === "string" ? message : "No message";
  // geth answers a revert with code 3; others with -32000 or -32603 and these words.
  if (code === 3 || /execution reverted|reverted with|\brevert\b/i.test(text)) {
    return new CallReverted(text, revertData(data));
  }
  return new EndpointError(text, {
    retried: typeof code === "number" && RETRIED_RPC_CODES.includes(code),
  });
}

function revertData(data: unknown): string {
  if (typeof data === "string" && /^0x[0-9a-f]*$/i.test(data)) return data;
  // Hardhat nests it.
  if (typeof data === "object" && data !== null && "data" in data) return revertData(data.data);
  return "0x";
}

/** Seconds or a date (RFC 9110); `null` when absent or neither. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
