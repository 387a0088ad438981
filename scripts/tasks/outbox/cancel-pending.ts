import { plural, roughAmountText } from "../cli/amounts.ts";
import { confirm } from "../cli/confirm.ts";
import { withLinks } from "../cli/explorer.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import type { Sending } from "./change.ts";
import { assertAffordable, currentFees, feesWithin, offerOf } from "./fees.ts";
import { closeNotes } from "./notes.ts";
import { entryText, pendingOf } from "./pending-calls.ts";
import { findSender } from "./sender.ts";
import { DRY_RUN_ENDS } from "./shown-calls.ts";
import { minedReceipt, NonceTaken, type Sent, sendTransaction } from "./transaction.ts";

/**
 * Replaces each pending transaction with an empty one at a higher fee. The original can still be
 * mined first.
 */
export async function cancelPending(
  sale: Sale,
  { sender: role, yes, maxFee }: Pick<Sending, "sender" | "yes" | "maxFee">,
): Promise<void> {
  const { address: from } = role;
  const { end, entries } = await pendingOf(sale, from);
  if (entries.length === 0) {
    console.log(`${from} has no pending transaction. Nothing to do.`);
    return;
  }
  const now = await currentFees(sale);
  const gas = await sale.provider.estimateGas({ from, to: from });
  console.log(`Cancel the pending transactions of ${from} (${sale.network})`);
  const due = entries.map((entry) => {
    const { nonce, sent, note } = entry;
    const known = sent ?? note;
    if (known === null && nonce < end) {
      throw new TaskError(
        `The endpoint does not show the pending transaction of ${from} with nonce ${nonce}, so its fee is not known. ` +
          "Ask another endpoint. Nothing was sent.",
      );
    }
    const fees = feesWithin(sale, now, known && offerOf(known), maxFee);
    const hash = known?.hash ?? null;
    const what = `${entryText(sale, entry) ?? "nothing"}${note !== null && sent === null ? ", never seen" : ""}`;
    console.log(
      withLinks(sale.network, `  nonce ${nonce}: ${what}${hash === null ? "" : ` (${hash})`}`),
    );
    return { nonce, hash, fees };
  });
  const needed = due.reduce((sum, { fees }) => sum + gas * fees.maxFeePerGas, 0n);
  console.log(`  cost        up to ${roughAmountText(needed, sale.currency)}`);
  assertAffordable(sale, from, await sale.provider.getBalance(from), needed);
  if (sale.dryRun) return console.log(DRY_RUN_ENDS);
  const sender = await findSender(sale, role);
  if (sender.kind !== "account" || sender.signer === null) {
    throw new Error(`${from} is a contract, which can't send transactions`);
  }
  if (sale.live) await confirm("yes", yes);
  // Sends all replacements before it waits, because each may take a block.
  const [endpoint] = sale.endpoints;
  const replacements: Sent[] = [];
  for (const { nonce, hash: replaced, fees } of due) {
    try {
      const sent = await sendTransaction(sale, sender.signer, { to: from, gas, nonce, fees }, [
        endpoint,
      ]);
      const said = `Sent ${sent.hash}, waiting for it to be mined in place of ${replaced ?? "what was signed"}.`;
      console.log(withLinks(sale.network, said));
      replacements.push(sent);
    } catch (error) {
      if (!(error instanceof NonceTaken)) throw error;
      console.log(
        `${replaced ?? `Nonce ${nonce}`} is already in a block, so it can't be cancelled.`,
      );
    }
  }
  for (const replacement of replacements) {
    await minedReceipt(sale, replacement, [endpoint]);
  }
  await closeNotes(sale, from);
  console.log(`Done: ${plural(replacements.length, "transaction")} cancelled.`);
}
