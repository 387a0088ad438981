import type { RpcCall } from "./transport.ts";

/**
 * A call without a recipient. The endpoint's EVM runs a lens of `contracts/lenses`, whose
 * constructor returns the answer.
 */
export function lensCall(creationCode: string, ...args: readonly bigint[]): RpcCall {
  const words = args.map((value) => value.toString(16).padStart(64, "0"));
  return { method: "eth_call", params: [{ data: creationCode + words.join("") }, "latest"] };
}
