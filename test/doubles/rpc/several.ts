import type { FailoverTransport, Transport } from "../../../frontend/src/chain/rpc/transport.ts";

/** Endpoints as the page has them, the first one answering for all of them. */
export function several(first: Transport, ...others: readonly Transport[]): FailoverTransport {
  const all = [first, ...others];
  return { ...first, size: all.length, each: () => all };
}
