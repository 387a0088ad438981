import { UnfitEndpoint } from "./endpoint-error.ts";
import { CallReverted, type RpcCall } from "./transport.ts";

/** What every endpoint has to show before its answers are believed. */
export interface Deployment {
  readonly chainId: number;
  readonly ticketAddress: string;
  /** SHA-256 of the contract's code in hex; `null` when no record of the deployment is known. */
  readonly codeSha256: string | null;
}

/**
 * A head older than this may have stopped: a chain misses several slots in a row, but hardly so many. A head further in
 * the future is invented, or the visitor's clock is wrong: then no head proves anything.
 */
const OLD_HEAD_S = 90;

/** Whether a block of this time, in seconds since 1970, is the present one by the visitor's clock. */
export function isCurrent(timestamp: bigint): boolean {
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= OLD_HEAD_S;
}

/** What an endpoint says that it serves. */
export interface Served {
  readonly chainId: bigint;
  /** Of the newest block, in seconds since 1970. */
  readonly timestamp: bigint;
  /** SHA-256 of the code at the ticket's address, in hex. */
  readonly codeSha256: string;
}

/**
 * Asks what an endpoint serves, for an answer of 300 bytes: the contract's code and a block of mainnet, which lists its
 * transactions, are tens of kilobytes and tell no more. The call has no recipient, so the EVM runs its data as it does to
 * create a contract; nothing is created. The chain's id comes first, as what starts with 0xEF can't be returned (EIP-3541).
 */
export function servedCall(ticketAddress: string): RpcCall {
  const ticket = ticketAddress.slice(2).toLowerCase();
  const program = [
    "46600052", // MSTORE(0x00, CHAINID)
    "43602052", // MSTORE(0x20, NUMBER): on Arbitrum it is Ethereum's, so the page reads eth_blockNumber instead
    "42604052", // MSTORE(0x40, TIMESTAMP)
    `73${ticket}3b`, // size = EXTCODESIZE(ticket)
    `806000608073${ticket}3c`, // EXTCODECOPY(ticket, 0x80, 0, size)
    "6020606082608060025afa", // STATICCALL(GAS, SHA-256 precompile, 0x80, size, 0x60, 0x20)
    "60806000f3", // RETURN(0x00, 0x80)
  ];
  return { method: "eth_call", params: [{ data: `0x${program.join("")}` }, "latest"] };
}

/** What was answered to `servedCall`. @throws for anything else */
export function asServed(read: () => unknown): Served {
  const result = answerOf(read);
  if (typeof result !== "string" || !/^0x[0-9a-f]{256}$/i.test(result)) {
    throw new TypeError("Not what an endpoint serves");
  }
  const word = (index: number) => result.slice(2 + 64 * index, 66 + 64 * index);
  const number = (index: number) => BigInt(`0x${word(index)}`);
  return {
    chainId: number(0),
    timestamp: number(2),
    codeSha256: word(3).toLowerCase(),
  };
}

/** The EVM never reverts this call, so an endpoint that says so has not answered. */
function answerOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw error instanceof CallReverted ? new TypeError(error.message, { cause: error }) : error;
  }
}

/** @throws {UnfitEndpoint} if it serves another chain or another contract */
export function vet(
  served: Served,
  { chainId, codeSha256 }: Pick<Deployment, "chainId" | "codeSha256">,
): void {
  if (served.chainId !== BigInt(chainId)) {
    throw new UnfitEndpoint(`It serves chain ${served.chainId}, not ${chainId}`);
  }
  if (codeSha256 !== null && codeSha256 !== served.codeSha256) {
    throw new UnfitEndpoint("Its contract has other code");
  }
}
