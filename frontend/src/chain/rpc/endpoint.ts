import { delay } from "../../platform/delay.ts";
import { createBatchPost } from "./batch-post.ts";
import { EndpointError, UnfitEndpoint } from "./endpoint-error.ts";
import type { Post } from "./post.ts";
import type { ReadResult, RpcCall } from "./transport.ts";
import { asServed, type Deployment, isCurrent, servedCall, vet } from "./vetting.ts";

/** The specification's value (K-24). */
const RETRIES = 3;
const FIRST_BACKOFF_MS = 150;
/**
 * Ignores a longer Retry-After, because the page asks another endpoint or reads again before that.
 */
const MAX_RETRY_AFTER_MS = 10_000;

/** A health check is valid for this time. The page also avoids an unfit endpoint for this time. */
const VETTED_FOR_MS = 5 * 60_000;

/** Whether the newest block is recent by the visitor's clock; `null` once the health check has expired. */
export type HeadAge = "current" | "old" | null;

export type Endpoint = ReturnType<typeof createEndpoint>;

/**
 * A function instead of a class, because private fields need 400 B of extra code for the oldest
 * browsers.
 */
export function createEndpoint(url: string, deployment: Deployment, send: Post) {
  let age: HeadAge = null;
  let vettedUntil = 0;
  let unfitUntil = 0;
  const post = createBatchPost(url, send);
  const headAge = () => (Date.now() < vettedUntil ? age : null);

  async function attemptOnce<Value>(
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal: AbortSignal,
  ): Promise<Value> {
    const isVetted = headAge() !== null;
    // The health check is part of the request, so it costs no round trip.
    const check = isVetted ? [] : [servedCall(deployment.ticketAddress)];
    const read = await post([...calls, ...check], signal);
    if (!isVetted) {
      const served = asServed(read(calls.length));
      vet(served, deployment);
      age = isCurrent(served.timestamp) ? "current" : "old";
    }
    const value = accept(read);
    if (!isVetted) {
      vettedUntil = Date.now() + VETTED_FOR_MS;
      unfitUntil = 0;
    }
    return value;
  }

  return {
    /** The last time the endpoint was late, in ms since 1970; 0 if never. */
    lateAt: 0,
    isUnfit: () => Date.now() < unfitUntil,
    headAge,
    /** @param onFailure called after each failed attempt */
    async request<Value>(
      calls: readonly RpcCall[],
      accept: (read: ReadResult) => Value,
      signal: AbortSignal,
      onFailure: () => void,
    ): Promise<Value> {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await attemptOnce(calls, accept, signal);
        } catch (error) {
          if (error instanceof UnfitEndpoint) unfitUntil = Date.now() + VETTED_FOR_MS;
          onFailure();
          const { retried, retryAfterMs } =
            error instanceof EndpointError ? error : { retried: true, retryAfterMs: null };
          const wait = Math.max(FIRST_BACKOFF_MS * 2 ** attempt, retryAfterMs ?? 0);
          if (!retried || attempt === RETRIES || wait > MAX_RETRY_AFTER_MS) throw error;
          await delay(wait, signal);
        }
      }
    },
  };
}
