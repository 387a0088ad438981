import { createEndpoint, type Endpoint } from "./endpoint.ts";
import { hedge } from "./hedge.ts";
import { type Post, post } from "./post.ts";
import {
  EndpointsFailed,
  type FailoverTransport,
  type ReadResult,
  type RpcCall,
  type Standing,
  type Transport,
} from "./transport.ts";
import type { Deployment } from "./vetting.ts";

/**
 * JSON-RPC over HTTP to several endpoints, in order of preference.
 * @param send replaced if the inline script already sent the first request
 */
export function createTransport(
  urls: readonly string[],
  deployment: Deployment,
  send: Post = post,
): FailoverTransport {
  const all = urls.map((url) => createEndpoint(url, deployment, send));

  /**
   * Compares heads by time, because block numbers don't show how far apart they are. If all heads
   * are old, the visitor's clock may be wrong, so all count as sound.
   */
  function standingOf(endpoint: Endpoint): Standing {
    const ages = all.map(({ headAge }) => headAge());
    if (endpoint.headAge() === "old" && ages.includes("current")) return "stopped";
    return endpoint.headAge() === "current" || !ages.includes(null) ? "sound" : "unsure";
  }

  const usable = () => {
    const fit = all.filter((each) => !each.isUnfit() && standingOf(each) !== "stopped");
    // If all endpoints are unfit, tries them all, because one may have recovered.
    return [...(fit.length > 0 ? fit : all)].sort((a, b) => a.lateAt - b.lateAt);
  };

  async function requestFrom<Value>(
    endpoints: readonly Endpoint[],
    calls: readonly RpcCall[],
    accept: (read: ReadResult) => Value,
    signal: AbortSignal | undefined,
  ): Promise<Value> {
    const { answers, error } = await hedge(
      endpoints,
      (endpoint, asking, onTrouble) => endpoint.request(calls, accept, asking, onTrouble),
      (endpoint) => standingOf(endpoint) === "sound",
      signal,
    );
    const answered = endpoints.filter((endpoint) => answers.has(endpoint));
    const best = answered.find((each) => standingOf(each) !== "stopped") ?? answered[0];
    if (best === undefined) {
      throw new EndpointsFailed("No endpoint gave a usable answer", { cause: error });
    }
    return answers.get(best) as Value;
  }

  const transportOf = (endpoints: () => readonly Endpoint[]): Transport => ({
    request: (call, accept, signal) =>
      requestFrom(endpoints(), [call], (read) => accept(read(0)), signal),
    requestAll: (calls, accept, signal) => requestFrom(endpoints(), calls, accept, signal),
  });

  const alone = new Map(
    all.map((endpoint) => [
      endpoint,
      { ...transportOf(() => [endpoint]), standing: () => standingOf(endpoint) },
    ]),
  );
  return {
    size: all.length,
    ...transportOf(usable),
    each: () => usable().flatMap((endpoint) => alone.get(endpoint) ?? []),
  };
}
