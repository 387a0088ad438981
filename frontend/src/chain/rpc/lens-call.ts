import type { RpcCall } from "./transport.ts";

/**
 * Runs a lens of `contracts/lenses` in the endpoint's EVM. The lens's constructor returns the
 * answer.
 */
export function lensCall(creationCode: string, ...args: readonly bigint[]): RpcCall {
  const words = args.map((value) => value.toString(16).padStart(64, "0"));
  return { method: "eth_call", params: [{ data: creationCode + words.join("") }, "latest"] };
}
