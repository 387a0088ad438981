import type { RpcCall, Transport } from "../../../frontend/src/chain/rpc/transport.ts";

export function transportOf(request: Transport["request"]): Transport {
  return {
    request,
    async requestAll(calls, accept, signal) {
      const asked = calls.map((call) => request(call, (result) => result, signal));
      const results = await Promise.allSettled(asked);
      return accept((index) => {
        const result = results[index];
        if (result?.status !== "fulfilled") throw result?.reason;
        return result.value;
      });
    },
  };
}

/** @param answer may give an error, which the transport throws */
export function answering(answer: (call: RpcCall) => unknown) {
  const calls: RpcCall[] = [];
  const transport = transportOf(async (call, accept, signal) => {
    signal?.throwIfAborted();
    calls.push(call);
    const result = await answer(call);
    if (result instanceof Error) throw result;
    return accept(result);
  });
  return { transport, calls };
}
