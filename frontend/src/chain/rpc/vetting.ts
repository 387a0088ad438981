import { asData, asQuantity } from "./answers.ts";
import { UnfitEndpoint } from "./endpoint-error.ts";
import { message, type RpcMessage } from "./json-rpc.ts";
import type { RpcCall } from "./transport.ts";

/** What every endpoint has to show before its answers are believed. */
export interface Deployment {
  readonly chainId: number;
  readonly ticketAddress: string;
  /** SHA-256 of the contract's code in hex; `null` when no record of the deployment is known. */
  readonly codeSha256: string | null;
}

/** What shows in an answer that an endpoint serves this contract. */
export type VettedContract = Pick<Deployment, "ticketAddress" | "codeSha256">;

/** The newest block that an endpoint knows. */
export interface Head {
  readonly number: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
}

/** Where each message stands in `firstBatch`, and its id. */
const ID = { call: 0, chainId: 1, head: 2, code: 3 } as const;
export const CALL_ID = ID.call;

/**
 * What an endpoint is asked first and then now and again: the call, and what shows that it serves this chain, this
 * contract and the present, all in one request, so that its vetting costs no round trip of its own.
 */
export function firstBatch(
  call: RpcCall,
  { ticketAddress, codeSha256 }: VettedContract,
): readonly RpcMessage[] {
  const batch = [
    message(ID.call, call),
    message(ID.chainId, { method: "eth_chainId", params: [] }),
    message(ID.head, { method: "eth_getBlockByNumber", params: ["latest", false] }),
  ];
  // Code that can't be compared is not fetched: it is the largest part of the answer.
  if (codeSha256 !== null && subtle() !== undefined) {
    const params = [ticketAddress, "latest"];
    batch.push(message(ID.code, { method: "eth_getCode", params }));
  }
  return batch;
}

/**
 * The head of the endpoint that answered `firstBatch`.
 * @param read gives the result of the message with this id
 * @throws {UnfitEndpoint} when it serves another chain or another contract
 */
export async function vet(
  read: (id: number) => unknown,
  { chainId, codeSha256 }: Pick<Deployment, "chainId" | "codeSha256">,
): Promise<Head> {
  const served = asQuantity(read(ID.chainId));
  if (served !== BigInt(chainId)) {
    throw new UnfitEndpoint(`It serves chain ${served}, not ${chainId}`);
  }
  const crypto = subtle();
  if (codeSha256 !== null && crypto !== undefined) {
    const digest = await crypto.digest("SHA-256", toBytes(asData(read(ID.code)).slice(2)));
    const recorded = toBytes(codeSha256);
    if (new Uint8Array(digest).some((byte, index) => byte !== recorded[index])) {
      throw new UnfitEndpoint("Its contract has other code");
    }
  }
  return asHead(read(ID.head));
}

/** Absent in a page that came over plain HTTP. */
function subtle(): SubtleCrypto | undefined {
  return globalThis.crypto?.subtle;
}

function asHead(result: unknown): Head {
  const { number, timestamp } = (result ?? {}) as Readonly<Record<string, unknown>>;
  return { number: asQuantity(number), timestamp: asQuantity(timestamp) };
}

function toBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
