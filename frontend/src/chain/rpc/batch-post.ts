import { withDeadline } from "../../platform/deadline.ts";
import { EndpointError } from "./endpoint-error.ts";
import { bodyOf, hasId, isRefusal, messages, type RpcMessage, readResult } from "./json-rpc.ts";
import type { Post } from "./post.ts";
import type { ReadResult, RpcCall } from "./transport.ts";

/** The specification sets this time and the HTTP statuses below (K-24). */
const TIMEOUT_MS = 10_000;
const RETRIED_HTTP_STATUS: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504];
const TOO_MANY_REQUESTS = 429;

/**
 * Posts calls to one endpoint, in one batch if it accepts batches. Some endpoints answer a batch with one error, or
 * only its first few calls. The page sends the unanswered calls one by one.
 */
export function createBatchPost(url: string, send: Post) {
  let takesBatches = true;
  /**
   * The largest batch that the endpoint accepted. An error in a smaller batch comes from a call, not from the batch's
   * size.
   */
  let largestTaken = 0;

  async function postBatch(batch: readonly RpcMessage[], signal: AbortSignal): Promise<unknown[]> {
    const answers = await postOne(batch, signal);
    if (!Array.isArray(answers)) return [];
    const isKnown = batch.length <= largestTaken;
    const usable = answers.filter((answer) => isKnown || !isRefusal(answer));
    const belongs = (answer: unknown) => batch.some(({ id }) => hasId(id)(answer));
    if (usable.length > 0 && !usable.some(belongs)) {
      throw new TypeError("The answers to another batch");
    }
    return usable;
  }

  /** @returns `null` if the endpoint refuses the batch, not the calls in it */
  function postOne(body: RpcMessage | readonly RpcMessage[], signal: AbortSignal) {
    return withDeadline<unknown>(signal, TIMEOUT_MS, async (deadline) => {
      const response = await send(url, bodyOf(body), deadline);
      if (response.ok) return await response.json();
      const { status } = response;
      const retried = RETRIED_HTTP_STATUS.includes(status);
      if (Array.isArray(body) && (!retried || (await refusesInWords(response)))) return null;
      const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"));
      throw new EndpointError(`HTTP ${status}`, retried, retryAfterMs);
    });
  }

  return async (calls: readonly RpcCall[], signal: AbortSignal): Promise<ReadResult> => {
    const batch = messages(calls);
    const isBatch = batch.length > 1 && takesBatches;
    const answers = isBatch ? await postBatch(batch, signal) : [];
    const left = batch.filter(({ id }) => !answers.some(hasId(id)));
    const singles = await Promise.all(left.map((single) => postOne(single, signal)));
    if (isBatch) {
      // The endpoint also rejects single requests, so the size of the batch was not the reason.
      if (singles.every(isRefusal)) largestTaken = Math.max(largestTaken, batch.length);
      else takesBatches = false;
    }
    answers.push(...singles);
    return (id) => readResult(answers.find(hasId(id)));
  };
}

/** dRPC's free tier refuses a large batch with HTTP 500 and a JSON-RPC error. */
async function refusesInWords(response: Response): Promise<boolean> {
  if (response.status === TOO_MANY_REQUESTS) return false;
  return isRefusal(await response.json().catch(() => null));
}

/** Reads seconds or a date (RFC 9110). */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
