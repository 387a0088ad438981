import type { Transport } from "../../../frontend/src/chain/rpc/transport.ts";

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
