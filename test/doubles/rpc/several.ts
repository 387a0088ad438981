import type {
  FailoverTransport,
  SoleEndpoint,
  Transport,
} from "../../../frontend/src/chain/rpc/transport.ts";

/** At least one. */
export function several(...transports: readonly Transport[]): FailoverTransport {
  const all: readonly SoleEndpoint[] = transports.map((endpoint) => ({
    ...endpoint,
    standing: () => "sound",
  }));
  const [first] = all;
  if (first === undefined) throw new Error("No endpoint");
  return { ...first, size: all.length, each: () => all };
}
