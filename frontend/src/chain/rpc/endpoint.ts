import { withDeadline } from "../../platform/deadline.ts";
import { delay } from "../../platform/delay.ts";
import { BatchRefused, EndpointError, UnfitEndpoint } from "./endpoint-error.ts";
import { bodyOf, hasId, isRefusal, messages, type RpcMessage, readResult } from "./json-rpc.ts";
import type { Post } from "./post.ts";
import { CallReverted, type ReadResult, type RpcCall } from "./transport.ts";
import { asServed, type Deployment, type Head, servedCall, vet } from "./vetting.ts";

/** Spec section 9. */
const TIMEOUT_MS = 10_000;
const RETRIES = 3;
const FIRST_BACKOFF_MS = 150;
/** A longer Retry-After is not waited for: the next endpoint or the next refresh comes first. */
const MAX_RETRY_AFTER_MS = 10_000;

/** Spec section 8. */
const RETRIED_HTTP_STATUS: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504];
const TOO_MANY_REQUESTS = 429;

/** How long a vetted endpoint is trusted, and one that lags is barred. */
const VETTED_FOR_MS = 5 * 60_000;

/**
 * A head older than this may have stopped: a chain misses several slots in a row, but hardly so many. A head further in
 * the future is invented, or the visitor's clock is wrong: then no head proves anything.
 */
const OLD_HEAD_S = 90;

export interface Answer<Value> {
  readonly outcome: Value | CallReverted;
  /** Where the endpoint was when it was vetted last. */
  readonly head: Head;
  /** Whether the head was found to be the present one. */
  readonly current: boolean;
}

/** One JSON-RPC server: its time-outs and retries (spec section 9), and what is known about it. */
export class Endpoint {
  /** When it was late last, in ms since the epoch; 0 if it never was. */
  lateAt = 0;
  readonly #url: string;
  readonly #deployment: Deployment;
  readonly #send: Post;
  #head: Head | null = null;
  #trustedUntil = 0;
  #barredUntil = 0;
  #takesBatches = true;
  /** The largest batch that it took: an error in one that is not larger is the call's own. */
  #largestTaken = 0;

  constructor(url: string, deployment: Deployment, send: Post) {
    this.#url = url;
    this.#deployment = deployment;
    this.#send = send;
  }

  /** Whether it is known to be unfit, or to lag. */
  get barred(): boolean {
    return Date.now() < this.#barredUntil;
  }

  /** Its head is current, or as new as any: it is not vetted again for a while. */
  trust(): void {
    this.#trustedUntil = Date.now() + VETTED_FOR_MS;
    this.#barredUntil = 0;
  }

  /** Its head lags far behind the others; it may catch up. */
  bar(): void {
    this.#barredUntil = Date.now() + VETTED_FOR_MS;
  }

  /** @param onFailure told of each failed attempt, so that another endpoint can be asked meanwhile */
  async request<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal: AbortSignal,
    onFailure: () => void,
  ): Promise<Answer<Value>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(calls, accept, signal);
      } catch (error) {
        if (signal.aborted) throw error;
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
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal: AbortSignal,
  ): Promise<Answer<Value>> {
    if (this.#head !== null && Date.now() < this.#trustedUntil) {
      const read = await this.#postAll(messages(calls), signal);
      return { outcome: outcomeOf(() => accept(read)), head: this.#head, current: true };
    }

    // In the same request, so that vetting costs no round trip of its own.
    const vetting = [...calls, servedCall(this.#deployment.ticketAddress)];
    const read = await this.#postAll(messages(vetting), signal);
    try {
      this.#head = vet(
        asServed(() => read(calls.length)),
        this.#deployment,
      );
    } catch (error) {
      if (error instanceof UnfitEndpoint) this.#barredUntil = Number.POSITIVE_INFINITY;
      throw error;
    }
    const outcome = outcomeOf(() => accept(read));
    const age = Date.now() / 1000 - Number(this.#head.timestamp);
    const current = Math.abs(age) <= OLD_HEAD_S;
    if (current) this.trust();
    return { outcome, head: this.#head, current };
  }

  /** The results of a batch by id; what it leaves unanswered is asked one by one. */
  async #postAll(batch: readonly RpcMessage[], signal: AbortSignal): Promise<ReadResult> {
    const isBatch = batch.length > 1 && this.#takesBatches;
    const answers = isBatch ? await this.#postBatch(batch, signal) : [];
    const left = batch.filter(({ id }) => !answers.some(hasId(id)));
    const singles = await Promise.all(left.map((single) => this.#post(single, signal)));
    if (isBatch) {
      // What is refused alone as well was not refused for being in a batch.
      if (singles.every(isRefusal)) this.#largestTaken = Math.max(this.#largestTaken, batch.length);
      else this.#takesBatches = false;
    }
    answers.push(...singles);
    return (id) => readResult(answers.find(hasId(id)), id);
  }

  /**
   * The answers to a batch that count. Not every endpoint takes batches, or of this size: some refuse with an HTTP status
   * or one answer for all, some answer the first few and refuse or leave out the others.
   */
  async #postBatch(batch: readonly RpcMessage[], signal: AbortSignal): Promise<unknown[]> {
    let answers: unknown;
    try {
      answers = await this.#post(batch, signal);
    } catch (error) {
      if (error instanceof BatchRefused) return [];
      throw error;
    }
    if (!Array.isArray(answers)) return [];
    const isKnown = batch.length <= this.#largestTaken;
    const usable = answers.filter((answer) => isKnown || !isRefusal(answer));
    const belongs = (answer: unknown) => batch.some(({ id }) => hasId(id)(answer));
    if (usable.length > 0 && !usable.some(belongs)) {
      throw new TypeError("The answers to another batch");
    }
    return usable;
  }

  #post(body: RpcMessage | readonly RpcMessage[], signal: AbortSignal): Promise<unknown> {
    return withDeadline(signal, TIMEOUT_MS, async (deadline) => {
      const response = await this.#send(this.#url, bodyOf(body), deadline);
      if (response.ok) return await response.json();
      const { status } = response;
      const retried = RETRIED_HTTP_STATUS.includes(status);
      if (Array.isArray(body) && (!retried || (await refusesInWords(response)))) {
        throw new BatchRefused(`HTTP ${status}`);
      }
      const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"));
      throw new EndpointError(`HTTP ${status}`, retried, retryAfterMs);
    });
  }
}

/** A revert is an answer, whatever else is thrown is not. */
function outcomeOf<Value>(accept: () => Value): Value | CallReverted {
  try {
    return accept();
  } catch (error) {
    if (error instanceof CallReverted) return error;
    throw error;
  }
}

/** Some endpoints (dRPC's free tier) answer a batch that is too large with HTTP 500 and say so in JSON-RPC. */
async function refusesInWords(response: Response): Promise<boolean> {
  if (response.status === TOO_MANY_REQUESTS) return false;
  return isRefusal(await response.json().catch(() => null));
}

/** Seconds or a date (RFC 9110); `null` when absent or neither. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
