import { asWords } from "./answers.ts";
import { UnfitEndpoint } from "./endpoint-error.ts";
import type { RpcCall } from "./transport.ts";

export interface Deployment {
  readonly chainId: number;
  readonly ticketAddress: string;
  /** In hex; `null` if the page has no record of the deployment. */
  readonly codeSha256: string | null;
}

/**
 * A newest block older than this counts as old, because chains rarely pause for so many seconds. If
 * a block is so far in the future, it is forged or the visitor's clock is wrong.
 */
const OLD_HEAD_S = 90;

export function isCurrent(timestamp: bigint): boolean {
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= OLD_HEAD_S;
}

type Served = ReturnType<typeof asServed>;

/**
 * Builds the health check. Its answer has 240 bytes; the code and a block would have tens of
 * kilobytes. A call without a recipient makes the EVM run the data as creation code. The answer
 * begins with the chain id, because it must not start with 0xEF (EIP-3541).
 */
export function servedCall(ticketAddress: string): RpcCall {
  const ticket = ticketAddress.slice(2).toLowerCase();
  const program = [
    "46600052", // MSTORE(0x00, CHAINID)
    "42602052", // MSTORE(0x20, TIMESTAMP)
    `73${ticket}3b`, // size = EXTCODESIZE(ticket)
    `806000606073${ticket}3c`, // EXTCODECOPY(ticket, 0x60, 0, size)
    "6020604082606060025afa", // STATICCALL(GAS, SHA-256 precompile, 0x60, size, 0x40, 0x20)
    "60606000f3", // RETURN(0x00, 0x60)
  ];
  return { method: "eth_call", params: [{ data: `0x${program.join("")}` }, "latest"] };
}

export function asServed(result: unknown) {
  const [chainId = 0n, timestamp = 0n, hash = 0n] = asWords(result, 3);
  return { chainId, timestamp, codeSha256: hash.toString(16).padStart(64, "0") };
}

export function vet(served: Served, { chainId, codeSha256 }: Deployment): void {
  if (served.chainId !== BigInt(chainId)) {
    throw new UnfitEndpoint(`It serves chain ${served.chainId}, not ${chainId}`);
  }
  if (codeSha256 !== null && codeSha256 !== served.codeSha256) {
    throw new UnfitEndpoint("Its contract has other code");
  }
}
