import { createHash } from "node:crypto";
import { AbiCoder } from "ethers";
import type { RpcCall } from "../../../frontend/src/chain/rpc/transport.ts";

export interface ServedChain {
  readonly chainId: number;
  readonly height: number;
  /** The newest block's time, in seconds since 1970. */
  readonly timestamp: number;
  readonly code: string;
}

export function isServedCall({ method, params }: RpcCall): boolean {
  const [call] = params as [{ readonly to?: string } | undefined];
  return method === "eth_call" && call?.to === undefined;
}

/** Chain id, the newest block's timestamp, and the code's SHA-256. */
const SERVED = ["uint256", "uint256", "bytes32"];

export function servedAnswer(chain: Omit<ServedChain, "height">): string {
  const { chainId, timestamp, code } = chain;
  const codeSha256 = createHash("sha256").update(code.slice(2), "hex").digest("hex");
  return AbiCoder.defaultAbiCoder().encode(SERVED, [chainId, timestamp, `0x${codeSha256}`]);
}
