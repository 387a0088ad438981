import type { TransactionReceipt } from "ethers";
import { roughAmountText } from "../cli/amounts.ts";
import type { Sale } from "../record/sale.ts";
import type { Emergency } from "./emergency.ts";
import type { Stuck } from "./pending-calls.ts";
import type { Role } from "./sender.ts";
import type { TicketCall } from "./ticket-call.ts";

/** In the order of the calls. */
export type Receipts = readonly [TransactionReceipt, ...TransactionReceipt[]];

/** More likely a slip than meant. */
export interface Unusual {
  readonly what: string;
  /** Typed in place of "yes". */
  readonly word: string;
}

export interface Change {
  /** As in "set-price". A Safe's files are named for it. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly calls: readonly TicketCall[];
  readonly unusual?: Unusual | undefined;
  /** Nothing is sent: a Safe signs it later, or another contract calls it. */
  readonly prepares?: boolean | undefined;
  /** If the note can't be written, warn and send. */
  readonly isNoteOptional?: boolean;
  readAhead?(): Promise<unknown>;
  progress?(mined: number): void;
  /** @returns as in "price reads 1, not 2" */
  mismatch(receipts: Receipts): Promise<string | null>;
  report(receipts: Receipts): string;
}

export interface Sending {
  readonly sender: Role;
  readonly contract: string;
  readonly yes: boolean;
  /** Pending transactions to replace: the first call takes the first one's nonce. */
  readonly replaces: Stuck | null;
  /** Wei for one unit of gas. */
  readonly maxFee: bigint | null;
  readonly emergency: Emergency | null;
}

/** @returns wei */
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
