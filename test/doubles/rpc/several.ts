import type {
  FailoverTransport,
  SoleEndpoint,
  Transport,
} from "../../../frontend/src/chain/rpc/transport.ts";

export function several(first: Transport, ...others: readonly Transport[]): FailoverTransport {
  const all: readonly SoleEndpoint[] = [first, ...others].map((endpoint) => ({
    ...endpoint,
    standing: () => "sound",
  }));
  return { ...first, size: all.length, each: () => all };
}
