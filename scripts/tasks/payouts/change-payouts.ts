import { applyChange, type Change } from "../outbox/apply-change.ts";
import { cancelPending } from "../outbox/cancel-pending.ts";
import { currentFees } from "../outbox/fees.ts";
import { closeJournal } from "../outbox/notes.ts";
import { settlePending } from "../outbox/pending-calls.ts";
import { sendingAlone } from "../outbox/under-way.ts";
import type { SendArguments } from "../owner/owners-sale.ts";
import type { Sale } from "../record/sale.ts";
import { parseGwei } from "../shared/amounts.ts";
import type { Books } from "./books.ts";

/** A change of `Payouts`, which its owner sends. */
export type PayoutsChange = Omit<Change, "contract" | "sender" | "resumes" | "maxFee">;

/**
 * Sends what `make` makes of the books, once nothing of their owner is pending: an interrupted run's own calls are waited for or
 * replaced. No run remembers another, since the books say what was done.
 * @param isAsked whether a pending call is part of what the task was asked for now
 * @param make its result is `null` if there is nothing to do, which it has said
 */
export async function changePayouts(
  sale: Sale,
  books: Books,
  { yes, speedUp = false, cancel = false, maxFee: text }: Omit<SendArguments, "dryRun">,
  isAsked: (data: string) => boolean,
  make: (owner: string) => Promise<PayoutsChange | null>,
): Promise<void> {
  const maxFee = text === undefined ? null : parseGwei("--max-fee", text);
  const owner = await books.payouts.owner();
  const contract = books.record.address;
  const run = async () => {
    if (cancel) return await cancelPending(sale, { from: owner, yes, maxFee });
    const replaces = await settlePending(
      sale,
      { from: owner, contract, isAsked, speedUp },
      async () => (await currentFees(sale)).baseFee,
    );
    const change = await make(owner);
    if (change === null) {
      if (!sale.dryRun) await closeJournal(sale, owner);
      return;
    }
    const sender = { address: owner, role: "owner of Payouts" };
    await applyChange(
      sale,
      { ...change, contract, sender, resumes: { replaces }, maxFee },
      { yes },
    );
  };
  await sendingAlone(sale, owner, run);
}
