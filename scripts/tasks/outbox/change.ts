import type { TransactionReceipt } from "ethers";
import { roughAmountText } from "../cli/amounts.ts";
import type { Sale } from "../record/sale.ts";
import type { Emergency } from "./emergency.ts";
import type { Stuck } from "./pending-calls.ts";
import type { Role } from "./sender.ts";
import type { TicketCall } from "./ticket-call.ts";

export type Receipts = readonly [TransactionReceipt, ...TransactionReceipt[]];

export interface Unusual {
  readonly what: string;
  readonly word: string;
}

export interface Change {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly calls: readonly TicketCall[];
  readonly unusual?: Unusual | undefined;
  /** Set if a Safe signs later, or another contract makes the call. */
  readonly prepares?: boolean | undefined;
  /** If set, an unwritable note causes only a warning. */
  readonly isNoteOptional?: boolean;
  readAhead?(): Promise<unknown>;
  progress?(mined: number): void;
  mismatch(receipts: Receipts): Promise<string | null>;
  report(receipts: Receipts): string;
}

export interface Sending {
  readonly sender: Role;
  readonly contract: string;
  readonly yes: boolean;
  /** The first call takes the lowest of these nonces. */
  readonly replaces: Stuck | null;
  /** Wei per unit of gas. */
  readonly maxFee: bigint | null;
  readonly emergency: Emergency | null;
}

/** Wei. */
export function feesOf(receipts: Receipts): bigint {
  return receipts.reduce((sum, { gasUsed, gasPrice }) => sum + gasUsed * gasPrice, 0n);
}

export function doneText({ currency }: Pick<Sale, "currency">, receipts: Receipts): string {
  const [{ blockNumber, hash }] = receipts;
  return `Done in block ${blockNumber} for ${roughAmountText(feesOf(receipts), currency)}: ${hash}`;
}

export function labelled(label: string, text: string): string {
  return `  ${label.padEnd(12)}${text}`;
}
