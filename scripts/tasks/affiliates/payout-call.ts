import { Interface } from "ethers";
import { decodeCall } from "../send/ticket-call.ts";

/** What a payment of commission says in its data, and what no contract is asked to do: whom it is for, and how much by now. */
export interface Payout {
  readonly code: string;
  /** Wei that the code has been paid with this payment and all before it: one that is missing, or there twice, shows. */
  readonly total: bigint;
}

const PAYOUT = new Interface([
  "function affiliatePayout(address ticket, string code, uint256 total)",
]);

export function payoutData(ticket: string, { code, total }: Payout): string {
  return PAYOUT.encodeFunctionData("affiliatePayout", [ticket, code, total]);
}

/** @returns what every payout of this ticket has in its data, in hex */
export function payoutMark(ticket: string): string {
  return payoutData(ticket, { code: "", total: 0n }).slice(2, 2 + 8 + 64);
}

/** @returns what the data says of a payout for this ticket, or `null` if it is none */
export function readPayout(ticket: string, data: string): Payout | null {
  const call = decodeCall(data);
  if (call?.name !== "affiliatePayout") return null;
  const [of, code, total] = call.args;
  return of === ticket ? { code, total } : null;
}
