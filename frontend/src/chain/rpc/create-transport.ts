import { type Answer, createEndpoint, type Endpoint } from "./endpoint.ts";
import { hedge } from "./hedge.ts";
import { type Post, post } from "./post.ts";
import {
  CallReverted,
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  type RpcCall,
  type Transport,
} from "./transport.ts";
import type { Deployment } from "./vetting.ts";

/**
 * JSON-RPC over HTTP to several endpoints that may be down, slow, wrong, late or lying. They are asked in order of
 * preference; an endpoint that was late moves to the end. Each is vetted when it is asked, and barred if it is unfit.
 */

/** How long an endpoint is waited for before the next one is asked as well. */
const HEDGE_AFTER_MS = 2_000;
/** How long an answer from an old head is held back for one from a newer head. Leaves time for two more endpoints. */
const SECOND_OPINION_MS = 5_000;
/** More blocks than two healthy endpoints differ by. */
const LAG_BLOCKS = 20n;

/** @param send how bodies reach an endpoint; replaced where the first one is already under way */
export function createTransport(
  urls: readonly string[],
  deployment: Deployment,
  send: Post = post,
): FailoverTransport {
  const all = urls.map((url) => createEndpoint(url, deployment, send));
  const usable = () => {
    const fit = all.filter((endpoint) => !endpoint.isBarred());
    // If all are barred, one may have recovered: each is vetted again as it is asked.
    return [...(fit.length > 0 ? fit : all)].sort((a, b) => a.lateAt - b.lateAt);
  };
  const alone = new Map(all.map((endpoint) => [endpoint, transportOf(() => [endpoint])]));
  return {
    size: all.length,
    ...transportOf(usable),
    each: () => usable().flatMap((endpoint) => alone.get(endpoint) ?? []),
  };
}

function transportOf(endpoints: () => readonly Endpoint[]): Transport {
  return {
    request: (call, accept, signal) =>
      requestFrom(endpoints(), [call], (read) => accept(read(0)), signal),
    requestAll: (calls, accept, signal) => requestFrom(endpoints(), calls, accept, signal),
  };
}

/** The best answer of these endpoints, asked as `hedge` does. */
async function requestFrom<Value>(
  endpoints: readonly Endpoint[],
  calls: readonly RpcCall[],
  accept: (read: ReadResult) => Value,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const { answers, error } = await hedge<Endpoint, Answer<Value>>(
    {
      sources: endpoints,
      lateAfterMs: HEDGE_AFTER_MS,
      graceMs: SECOND_OPINION_MS,
      ask: (endpoint, asking, onTrouble) => endpoint.request(calls, accept, asking, onTrouble),
      isFinal: ({ current }) => current,
      onLate: (endpoint) => {
        endpoint.lateAt = Date.now();
      },
    },
    signal,
  );
  if (answers.size === 0) {
    throw new EndpointsFailed("No endpoint gave a usable answer", { cause: error });
  }
  const { outcome } = newestOf(endpoints, answers);
  if (outcome instanceof CallReverted) throw outcome;
  return outcome;
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
      endpoint.bar();
      continue;
    }
    // Old, but no endpoint has a newer one.
    if (!answer.current) endpoint.trust();
    best ??= answer;
  }
  if (best === undefined) throw new Error("There is no answer");
  return best;
}

function isFar(height: bigint, other: bigint): boolean {
  return height - other > LAG_BLOCKS || other - height > LAG_BLOCKS;
}
