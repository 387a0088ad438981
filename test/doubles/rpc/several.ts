import type {
  FailoverTransport,
  SoleEndpoint,
  Transport,
} from "../../../frontend/src/chain/rpc/transport.ts";

/** Several endpoints, all of which answer as the first, and none of which has stopped. */
export function several(first: Transport, ...others: readonly Transport[]): FailoverTransport {
  const all: readonly SoleEndpoint[] = [first, ...others].map((endpoint) => ({
    ...endpoint,
    standing: () => "sound",
  }));
  return { ...first, size: all.length, each: () => all };
}
