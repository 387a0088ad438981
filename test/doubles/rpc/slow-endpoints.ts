import { type RpcRequest, startRpcProxy } from "./rpc-proxy.ts";

/**
 * Counts rounds. Requests that are sent together share a round. A request that waits for an answer
 * belongs to the next.
 */
export interface SlowEndpoints {
  readonly urls: readonly string[];
  readonly rounds: readonly (readonly string[])[];
  close(): Promise<void>;
}

/** Milliseconds without a request, after which a round ends. */
const QUIET_MS = 400;

export async function startSlowEndpoints(targets: readonly string[]): Promise<SlowEndpoints> {
  const rounds: string[][] = [];
  let waiting: { readonly method: string; answer(): void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const endRound = () => {
    rounds.push(waiting.map(({ method }) => method));
    const asked = waiting;
    waiting = [];
    for (const { answer } of asked) answer();
  };
  const before = ({ method }: RpcRequest) =>
    new Promise<undefined>((resolve) => {
      waiting.push({ method, answer: () => resolve(undefined) });
      clearTimeout(timer);
      timer = setTimeout(endRound, QUIET_MS);
    });
  const proxies = await Promise.all(targets.map((target) => startRpcProxy(target, { before })));
  return {
    urls: proxies.map(({ url }) => url),
    rounds,
    close: async () => {
      clearTimeout(timer);
      for (const proxy of proxies) await proxy.close();
    },
  };
}
