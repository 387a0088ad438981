import { withDeadline } from "../../platform/deadline.ts";
import { delay } from "../../platform/delay.ts";
import { BatchRefused, EndpointError, UnfitEndpoint } from "./endpoint-error.ts";
import { bodyOf, hasId, isRefusal, messages, type RpcMessage, readResult } from "./json-rpc.ts";
import type { Post } from "./post.ts";
import { CallReverted, type ReadResult, type RpcCall } from "./transport.ts";
import { asServed, type Deployment, isCurrent, servedCall, vet } from "./vetting.ts";

/** Spec section 9. */
const TIMEOUT_MS = 10_000;
const RETRIES = 3;
const FIRST_BACKOFF_MS = 150;
/** A longer Retry-After is not waited for: the next endpoint or the next refresh comes first. */
const MAX_RETRY_AFTER_MS = 10_000;

/** Spec section 8. */
const RETRIED_HTTP_STATUS: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504];
const TOO_MANY_REQUESTS = 429;

/** How long what an endpoint has shown of itself counts, and how long one that is unfit is left alone. */
const VETTED_FOR_MS = 5 * 60_000;

/** An endpoint's newest block when it was vetted last, by the visitor's clock; `null` if that is too long ago. */
export type HeadAge = "current" | "old" | null;

/** One JSON-RPC server: its time-outs and retries (spec section 9), and what is known about it. */
export interface Endpoint {
  /** When it was late last, in ms since the epoch; 0 if it never was. */
  lateAt: number;
  /** Whether it was found to be unfit; it may be mended. */
  isUnfit(): boolean;
  headAge(): HeadAge;
  /** @param onFailure told of each failed attempt, so that another endpoint can be asked meanwhile */
  request<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal: AbortSignal,
    onFailure: () => void,
  ): Promise<Value | CallReverted>;
}

/** Not a class: private fields cost the first load 400 B where the oldest browsers lack them in part. */
export function createEndpoint(url: string, deployment: Deployment, send: Post): Endpoint {
  let age: HeadAge = null;
  let vettedUntil = 0;
  let unfitUntil = 0;
  let takesBatches = true;
  /** The largest batch that it took: an error in one that is not larger is the call's own. */
  let largestTaken = 0;

  const headAge = () => (Date.now() < vettedUntil ? age : null);

  async function attemptOnce<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal: AbortSignal,
  ): Promise<Value | CallReverted> {
    if (headAge() !== null) {
      const read = await postAll(messages(calls), signal);
      return outcomeOf(() => accept(read));
    }

    // In the same request, so that vetting costs no round trip of its own.
    const vetting = [...calls, servedCall(deployment.ticketAddress)];
    const read = await postAll(messages(vetting), signal);
    try {
      const served = asServed(() => read(calls.length));
      vet(served, deployment);
      age = isCurrent(served.timestamp) ? "current" : "old";
    } catch (error) {
      if (error instanceof UnfitEndpoint) unfitUntil = Date.now() + VETTED_FOR_MS;
      throw error;
    }
    const outcome = outcomeOf(() => accept(read));
    vettedUntil = Date.now() + VETTED_FOR_MS;
    unfitUntil = 0;
    return outcome;
  }

  /** The results of a batch by id; what it leaves unanswered is asked one by one. */
  async function postAll(batch: readonly RpcMessage[], signal: AbortSignal): Promise<ReadResult> {
    const isBatch = batch.length > 1 && takesBatches;
    const answers = isBatch ? await postBatch(batch, signal) : [];
    const left = batch.filter(({ id }) => !answers.some(hasId(id)));
    const singles = await Promise.all(left.map((single) => postOne(single, signal)));
    if (isBatch) {
      // What is refused alone as well was not refused for being in a batch.
      if (singles.every(isRefusal)) largestTaken = Math.max(largestTaken, batch.length);
      else takesBatches = false;
    }
    answers.push(...singles);
    return (id) => readResult(answers.find(hasId(id)));
  }

  /**
   * The answers to a batch that count. Not every endpoint takes batches, or of this size: some refuse with an HTTP status
   * or one answer for all, some answer the first few and refuse or leave out the others.
   */
  async function postBatch(batch: readonly RpcMessage[], signal: AbortSignal): Promise<unknown[]> {
    let answers: unknown;
    try {
      answers = await postOne(batch, signal);
    } catch (error) {
      if (error instanceof BatchRefused) return [];
      throw error;
    }
    if (!Array.isArray(answers)) return [];
    const isKnown = batch.length <= largestTaken;
    const usable = answers.filter((answer) => isKnown || !isRefusal(answer));
    const belongs = (answer: unknown) => batch.some(({ id }) => hasId(id)(answer));
    if (usable.length > 0 && !usable.some(belongs)) {
      throw new TypeError("The answers to another batch");
    }
    return usable;
  }

  function postOne(body: RpcMessage | readonly RpcMessage[], signal: AbortSignal) {
    return withDeadline<unknown>(signal, TIMEOUT_MS, async (deadline) => {
      const response = await send(url, bodyOf(body), deadline);
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

  return {
    lateAt: 0,
    isUnfit: () => Date.now() < unfitUntil,
    headAge,
    async request(calls, accept, signal, onFailure) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await attemptOnce(calls, accept, signal);
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
    },
  };
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
