import type { TransactionReceipt } from "ethers";
import { roughAmountText } from "../cli/amounts.ts";
import type { Sale } from "../record/sale.ts";
import type { Emergency } from "./emergency.ts";
import type { Stuck } from "./pending-calls.ts";
import type { Role } from "./sender.ts";
import type { TicketCall } from "./ticket-call.ts";

/** In the order of a change's calls, of which there is at least one. */
export type Receipts = readonly [TransactionReceipt, ...TransactionReceipt[]];

/** A change that is more likely a slip than meant. */
export interface Unusual {
  readonly what: string;
  /** Typed in place of "yes". */
  readonly word: string;
}

export interface Change {
  /** The task's name, as in "set-price"; a Safe's files are named for it. */
  readonly name: string;
  readonly title: string;
  /** Shown below the title: what changes, warnings, the call. */
  readonly lines: readonly string[];
  /** One transaction each, sent one after the other. */
  readonly calls: readonly TicketCall[];
  /** Set if `--yes` does not answer the question. */
  readonly unusual?: Unusual | undefined;
  /** Only writes what a Safe signs later, or another contract calls. */
  readonly prepares?: boolean | undefined;
  /** A disk that takes no note is only worth a warning. */
  readonly isNoteOptional?: boolean;
  readAhead?(): Promise<unknown>;
  progress?(mined: number): void;
  /** @returns what the chain says in place of what was meant, as in "price reads 1, not 2"; `null` if all is as meant */
  mismatch(receipts: Receipts): Promise<string | null>;
  report(receipts: Receipts): string;
}

/** How a change is sent. */
export interface Sending {
  readonly sender: Role;
  readonly contract: string;
  readonly yes: boolean;
  /** Pending transactions whose fees are too low: the first call takes the first one's nonce. */
  readonly replaces: Stuck | null;
  /** Wei for one unit of gas, at most, below the network's own cap. */
  readonly maxFee: bigint | null;
  /** `null` for what can wait. */
  readonly emergency: Emergency | null;
}

/** @returns wei */
export function feesOf(receipts: Receipts): bigint {
  return receipts.reduce((sum, { gasUsed, gasPrice }) => sum + gasUsed * gasPrice, 0n);
}

/** @returns the last line of a change in one transaction */
export function doneText({ currency }: Pick<Sale, "currency">, receipts: Receipts): string {
  const [{ blockNumber, hash }] = receipts;
  return `Done in block ${blockNumber} for ${roughAmountText(feesOf(receipts), currency)}: ${hash}`;
}

/** @returns a line below a task's title */
export function labelled(label: string, text: string): string {
  return `  ${label.padEnd(12)}${text}`;
}
