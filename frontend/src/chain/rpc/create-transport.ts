import { type Answer, Endpoint } from "./endpoint.ts";
import { type Post, post } from "./post.ts";
import {
  CallReverted,
  EndpointsFailed,
  type FailoverTransport,
  type RpcCall,
  type Transport,
} from "./transport.ts";
import type { Deployment } from "./vetting.ts";

/**
 * JSON-RPC over HTTP to several endpoints that may be down, slow, wrong, late or lying. They are asked in order of
 * preference, those that kept somebody waiting after those that did not; each is vetted as it is asked, and those found unfit are passed over.
 */

/** How long the preferred endpoint is waited for before the next one is asked as well. */
const HEDGE_AFTER_MS = 2_000;
/** How long an answer from an old head is held back for one from a newer head. Leaves time for two more endpoints. */
const SECOND_OPINION_MS = 5_000;
/** A head this much behind another one is no matter of a few seconds. */
const LAG_BLOCKS = 20n;

/** @param send how bodies reach an endpoint; replaced where the first one is already under way */
export function createTransport(
  urls: readonly string[],
  deployment: Deployment,
  send: Post = post,
): FailoverTransport {
  const all = urls.map((url) => new Endpoint(url, deployment, send));
  const usable = () => {
    const fit = all.filter(({ barred }) => !barred);
    // Somebody who has no other endpoint is better off with one that may have been mended: it is vetted anew.
    return [...(fit.length > 0 ? fit : all)].sort((a, b) => a.lateAt - b.lateAt);
  };
  const alone = new Map<Endpoint, Transport>(
    all.map((endpoint) => [
      endpoint,
      { request: (call, accept, signal) => requestFrom([endpoint], call, accept, signal) },
    ]),
  );
  return {
    size: all.length,
    request: (call, accept, signal) => requestFrom(usable(), call, accept, signal),
    each: () => usable().flatMap((endpoint) => alone.get(endpoint) ?? []),
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
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => settled.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise<Value>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      const answers = new Map<Endpoint, Answer<Value>>();
      let asked = 0;
      let failed = 0;

      const settle = () => {
        const { outcome } = newestOf(endpoints, answers);
        if (outcome instanceof CallReverted) reject(outcome);
        else resolve(outcome);
      };
      const askNext = () => {
        const endpoint = endpoints[asked];
        if (endpoint === undefined) return;
        asked += 1;
        let hedged = false;
        const hedge = () => {
          if (!hedged) askNext();
          hedged = true;
        };
        const isLast = () => answers.size + failed === endpoints.length;
        timers.push(
          setTimeout(() => {
            endpoint.lateAt = Date.now();
            hedge();
          }, HEDGE_AFTER_MS),
        );
        endpoint.request(call, accept, settled.signal, hedge).then(
          (answer) => {
            answers.set(endpoint, answer);
            if (answer.current || isLast()) return settle();
            timers.push(setTimeout(settle, SECOND_OPINION_MS));
            hedge();
          },
          (error: unknown) => {
            failed += 1;
            if (answers.size > 0 && isLast()) settle();
            else if (isLast()) {
              reject(new EndpointsFailed("No endpoint gave a usable answer", { cause: error }));
            }
            hedge();
          },
        );
      };
      askNext();
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
    settled.abort();
  }
}

/**
 * The answer of the most preferred endpoint that doesn't lag. An endpoint lags if its head is old and far from a current
 * one: a head that is not current proves nothing about the others, whatever its number.
 */
function newestOf<Value>(
  endpoints: readonly Endpoint[],
  answers: ReadonlyMap<Endpoint, Answer<Value>>,
): Answer<Value> {
  const current = [...answers.values()].find((answer) => answer.current)?.head.number;
  let best: Answer<Value> | undefined;
  for (const endpoint of endpoints) {
    const answer = answers.get(endpoint);
    if (answer === undefined) continue;
    if (!answer.current && current !== undefined && isFar(current, answer.head.number)) {
      endpoint.leaveAlone();
      continue;
    }
    // Old, but nobody has a newer one.
    if (!answer.current) endpoint.believe();
    best ??= answer;
  }
  if (best === undefined) throw new Error("Nobody has answered");
  return best;
}

function isFar(height: bigint, other: bigint): boolean {
  return height - other > LAG_BLOCKS || other - height > LAG_BLOCKS;
}
