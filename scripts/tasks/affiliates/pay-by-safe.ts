import type { Sale } from "../record/sale.ts";
import type { SafeAccount } from "../send/safe.ts";
import { proposeToSafe } from "../send/safe-proposal.ts";
import { isKnownVersion } from "../send/safe-transaction.ts";
import { assertSaysWhatWasAsked, textOf } from "../send/ticket-call.ts";
import { amountText, plural } from "../shared/amounts.ts";
import { TaskError } from "../shared/task-action.ts";
import { MOST_GAS } from "./pay-by-key.ts";
import { payoutData } from "./payout-call.ts";
import { type PayoutJournal, type ProposedPayments, writeJournal } from "./payout-journal.ts";
import type { DuePayment } from "./payout-plan.ts";

/** Notes what a Safe is to pay, and then writes its files: what is in them is not proposed again. */
export async function proposePayments(
  sale: Sale,
  journal: PayoutJournal,
  payments: readonly DuePayment[],
  commission: string,
  sender: { readonly role: string; readonly safe: SafeAccount },
): Promise<void> {
  const { safe } = sender;
  if (!isKnownVersion(safe)) {
    throw new TaskError(
      `What a Safe of version ${safe.version} executes can't be found in the chain again, so nothing is written for it.`,
    );
  }
  const block = await sale.provider.getBlock("latest");
  if (block === null) throw new Error("The endpoint has no newest block");
  const proposed: ProposedPayments = {
    safe: safe.address,
    safeNonce: safe.nonce,
    timestamp: block.timestamp,
    commission,
    payments,
  };
  await writeJournal(sale, { ...journal, proposed });
  await writeProposal(sale, proposed, sender);
}

/** Writes the files of what was noted: the same ones each time, also after a run that was killed between the two. */
export async function writeProposal(
  sale: Sale,
  { payments, commission, safeNonce, timestamp }: ProposedPayments,
  { role, safe }: { readonly role: string; readonly safe: SafeAccount },
): Promise<void> {
  const ticket = sale.record.address;
  const sum = payments.reduce((all, { wei }) => all + wei, 0n);
  await proposeToSafe(
    sale,
    {
      name: "affiliates-pay",
      title: `Pay ${plural(payments.length, "affiliate")}`,
      lines: [`commission ${commission}, ${amountText(sum, sale.currency)} in all`],
      calls: payments.map((payment) => {
        const { code, total, to, wei } = payment;
        const data = payoutData(ticket, payment);
        assertSaysWhatWasAsked({ data, asked: textOf("affiliatePayout", [ticket, code, total]) });
        return { to, data, value: wei };
      }),
      gasOfCall: MOST_GAS,
      timestamp,
    },
    { role, safe: { ...safe, nonce: safeNonce } },
  );
}
