import type { FailoverTransport, Transport } from "../../../frontend/src/chain/rpc/transport.ts";

/** Several endpoints, all of which answer as the first. */
export function several(first: Transport, ...others: readonly Transport[]): FailoverTransport {
  const all = [first, ...others];
  return { ...first, size: all.length, each: () => all };
}
