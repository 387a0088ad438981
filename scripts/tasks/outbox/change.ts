import type { TransactionReceipt } from "ethers";
import { roughAmountText } from "../cli/amounts.ts";
import type { Sale } from "../record/sale.ts";
import type { Emergency } from "./emergency.ts";
import type { Stuck } from "./pending-calls.ts";
import type { Role } from "./sender.ts";
import type { TicketCall } from "./ticket-call.ts";

/** In the order of the calls. */
export type Receipts = readonly [TransactionReceipt, ...TransactionReceipt[]];

/** A change that is more likely a slip than intended. */
export interface Unusual {
  readonly what: string;
  /** The word to type in place of "yes". */
  readonly word: string;
}

export interface Change {
  /** Such as "set-price". A Safe's file name starts with it. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly calls: readonly TicketCall[];
  readonly unusual?: Unusual | undefined;
  /**
   * Whether the task sends nothing, because a Safe signs later or another contract makes the call.
   */
  readonly prepares?: boolean | undefined;
  /** Whether a failed note only warns. */
  readonly isNoteOptional?: boolean;
  readAhead?(): Promise<unknown>;
  progress?(mined: number): void;
  /** Returns text such as "price reads 1, not 2". */
  mismatch(receipts: Receipts): Promise<string | null>;
  report(receipts: Receipts): string;
}

export interface Sending {
  readonly sender: Role;
  readonly contract: string;
  readonly yes: boolean;
  /** Pending transactions to replace. The first call takes the lowest nonce. */
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
