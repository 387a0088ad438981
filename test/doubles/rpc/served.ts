import { createHash } from "node:crypto";
import { AbiCoder } from "ethers";
import type { RpcCall } from "../../../frontend/src/chain/rpc/transport.ts";

/** The chain that an endpoint serves, as a call without a recipient reads it in the EVM. */
export interface ServedChain {
  readonly chainId: number;
  readonly height: number;
  /** Of the newest block, in seconds since 1970. */
  readonly timestamp: number;
  /** At the ticket's address. */
  readonly code: string;
}

export function isServedCall({ method, params }: RpcCall): boolean {
  const [call] = params as [{ readonly to?: string } | undefined];
  return method === "eth_call" && call?.to === undefined;
}

/** Its chain's id, number and timestamp of its newest block, and SHA-256 of the code. */
export const SERVED = ["uint256", "uint256", "uint256", "bytes32"];

/** What the EVM answers to the page's question of what is served. */
export function servedAnswer({ chainId, height, timestamp, code }: ServedChain): string {
  const codeSha256 = createHash("sha256").update(code.slice(2), "hex").digest("hex");
  return AbiCoder.defaultAbiCoder().encode(SERVED, [chainId, height, timestamp, `0x${codeSha256}`]);
}
