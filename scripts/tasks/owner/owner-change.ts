import type { TransactionReceipt } from "ethers";
import { applyChange, type Emergency, labelled, type Unusual } from "../outbox/apply-change.ts";
import type { Stuck } from "../outbox/pending-calls.ts";
import type { Role } from "../outbox/sender.ts";
import { callText, type TicketCall } from "../outbox/ticket-call.ts";
import type { Sale } from "../record/sale.ts";
import { roughAmountText } from "../shared/amounts.ts";

/** What the owner is about to change, in one call. */
export interface OwnerChange extends TicketCall {
  /** The task's name, as in "set-price". */
  readonly name: string;
  /** As in "Set the price of a ticket". */
  readonly title: string;
  /** What changes, as text: label, value on chain now, value afterwards. */
  readonly changes: readonly (readonly [label: string, before: string, after: string])[];
  /** What belongs to the changes, as label and text. */
  readonly notes?: readonly (readonly [label: string, text: string])[];
  /** What can't be undone, or is easily overlooked. */
  readonly warnings?: readonly string[];
  /** Set if it is more likely a slip than meant: what it is, and the word to type in place of yes. */
  readonly unusual?: Unusual | undefined;
  /** Address of the contract that is called: `Ticket`, unless said otherwise. */
  readonly contract?: string | undefined;
  /** Who has to send it: the owner, unless said otherwise. */
  readonly sender?: Role | undefined;
  /** See `Change`. */
  readonly prepares?: boolean;
  /** See `Change`. */
  readAhead?(): Promise<unknown>;
  /** @returns what is on chain after it, in the order of `changes` */
  readBack(receipt: TransactionReceipt): Promise<readonly string[]>;
}

/** How a change is sent. */
export interface Sending {
  readonly yes: boolean;
  /** The same call, pending from an interrupted run, that this one replaces. */
  readonly replaces: Stuck | null;
  /** Wei for one unit of gas, at most; `null` for no limit of one's own. */
  readonly maxFee: bigint | null;
  /** `null` for what can wait. */
  readonly emergency: Emergency | null;
}

export async function applyOwnerChange(
  sale: Sale,
  change: OwnerChange,
  { yes, replaces, maxFee, emergency }: Sending,
): Promise<void> {
  const { name, title, changes, notes = [], warnings = [], sender, data, asked } = change;
  await applyChange(
    sale,
    {
      name,
      title,
      lines: [
        ...changes.map(([label, before, after]) => labelled(label, `${before} -> ${after}`)),
        ...notes.map(([label, text]) => labelled(label, text)),
        ...[...warnings, ...(change.unusual ? [`${change.unusual.what}.`] : [])].map(
          (warning) => `  Warning: ${warning}`,
        ),
        labelled("call", callText(data)),
      ],
      calls: [{ data, asked }],
      ...(change.contract !== undefined && { contract: change.contract }),
      sender,
      unusual: change.unusual,
      resumes: { replaces, isNoteOptional: true },
      maxFee,
      emergency,
      prepares: change.prepares,
      ...(change.readAhead && { readAhead: change.readAhead }),
      mismatch: async ([receipt]) => {
        const found = await change.readBack(receipt);
        const wrong = changes.findIndex(([, , after], i) => after !== found[i]);
        const [label, , after] = changes[wrong] ?? [];
        if (wrong < 0) return null;
        return `${label} reads ${found[wrong]}, not ${after}. Look at it before you go on.`;
      },
      report: ([receipt]) =>
        `Done in block ${receipt.blockNumber} for ${roughAmountText(receipt.gasUsed * receipt.gasPrice, sale.currency)}: ${receipt.hash}`,
    },
    { yes },
  );
}
