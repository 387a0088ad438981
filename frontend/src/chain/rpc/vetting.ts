import { asData, asQuantity } from "./answers.ts";
import { UnfitEndpoint } from "./endpoint-error.ts";
import { messages, type RpcMessage } from "./json-rpc.ts";
import type { ReadResult, RpcCall } from "./transport.ts";

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

/** Where each question stands behind the calls in `firstBatch`. */
const AT = { chainId: 0, head: 1, code: 2 } as const;

/**
 * What an endpoint is asked first and then now and again: the calls, and what shows that it serves this chain, this
 * contract and the present, all in one request, so that its vetting costs no round trip of its own.
 */
export function firstBatch(
  calls: readonly RpcCall[],
  { ticketAddress, codeSha256 }: VettedContract,
): readonly RpcMessage[] {
  const batch = [
    ...calls,
    { method: "eth_chainId", params: [] },
    { method: "eth_getBlockByNumber", params: ["latest", false] },
  ];
  // Code that can't be compared is not fetched: it is the largest part of the answer.
  if (codeSha256 !== null && subtle() !== undefined) {
    batch.push({ method: "eth_getCode", params: [ticketAddress, "latest"] });
  }
  return messages(batch);
}

/**
 * The head of the endpoint that answered `firstBatch`.
 * @param read gives the result of the message at this place behind the calls
 * @throws {UnfitEndpoint} when it serves another chain or another contract
 */
export async function vet(
  read: ReadResult,
  { chainId, codeSha256 }: Pick<Deployment, "chainId" | "codeSha256">,
): Promise<Head> {
  const served = asQuantity(read(AT.chainId));
  if (served !== BigInt(chainId)) {
    throw new UnfitEndpoint(`It serves chain ${served}, not ${chainId}`);
  }
  const crypto = subtle();
  if (codeSha256 !== null && crypto !== undefined) {
    const digest = await crypto.digest("SHA-256", toBytes(asData(read(AT.code)).slice(2)));
    const recorded = toBytes(codeSha256);
    if (new Uint8Array(digest).some((byte, index) => byte !== recorded[index])) {
      throw new UnfitEndpoint("Its contract has other code");
    }
  }
  return asHead(read(AT.head));
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
