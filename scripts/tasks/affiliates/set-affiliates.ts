import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { findSender } from "../owner/owner-change.ts";
import type { Sale } from "../record/sale.ts";
import { confirm } from "../send/confirm.ts";
import {
  assertAffordable,
  assertWithinCap,
  costNow,
  currentFees,
  type Fees,
  replacing,
} from "../send/fees.ts";
import { minedReceipt } from "../send/mined-receipt.ts";
import { settlePending } from "../send/pending-calls.ts";
import { writeSafeBatch } from "../send/safe.ts";
import { closeJournal, warnOfJournalInRepository, writeNote } from "../send/send-journal.ts";
import { assertSaysWhatWasAsked, type TicketCall, textOf } from "../send/ticket-call.ts";
import { eth, grouped, gwei, plural, roughEth } from "../shared/amounts.ts";
import { showProgress } from "../shared/table.ts";
import { TaskError } from "../shared/task-action.ts";
import { type AffiliateAccount, readAffiliateAccounts } from "./affiliate-account.ts";

/** Some 3.2M gas: a fifth of what one transaction may take (EIP-7825). */
const CODES_PER_TRANSACTION = 100;

export interface AffiliateChange {
  /** The task's name, as in "add". */
  readonly name: string;
  readonly codes: readonly string[];
  readonly active: boolean;
}

interface Batch extends TicketCall {
  readonly codes: readonly string[];
}

/**
 * Makes codes active or inactive, those that aren't yet. What an interrupted run has sent is waited for first. The rest
 * is made anew from what is asked for now and what is on chain, shown, and asked about, as in any other run.
 */
export async function setAffiliates(
  sale: Sale,
  change: AffiliateChange,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  await warnOfJournalInRepository(sale);
  const owner = await sale.ticket.owner();
  const replaced = await settlePending(
    sale,
    { ...change, from: owner },
    async () => (await currentFees(sale)).baseFee,
  );

  const { active } = change;
  const accounts = await readAffiliateAccounts(sale, change.codes);
  const due = accounts.filter((account) => account.active !== active).map(({ code }) => code);
  const state = active ? "active" : "inactive";
  if (due.length === 0) {
    console.log(`${plural(change.codes.length, "code")} already ${state}. Nothing to do.`);
    await closeJournal(sale, owner);
    return;
  }

  console.log(`Affiliates (${sale.network}, ${sale.record.address})`);
  printDiff(accounts, active);
  const batches: readonly Batch[] = chunks(due, CODES_PER_TRANSACTION).map((codes) => ({
    codes,
    data: sale.ticket.interface.encodeFunctionData("setAffiliates", [codes, active]),
    asked: textOf("setAffiliates", [codes, active]),
  }));
  for (const batch of batches) assertSaysWhatWasAsked(batch);

  const sender = await findSender(sale);
  if (sender.kind === "safe") {
    const files: string[] = [];
    for (const [i, { codes, data }] of batches.entries()) {
      const name = `affiliates-${change.name}${batches.length === 1 ? "" : `-${i + 1}-of-${batches.length}`}`;
      const description = `Make ${plural(codes.length, "affiliate code")} ${state}`;
      files.push(
        await writeSafeBatch(sale, sender.safe, name, description, [
          { to: sale.record.address, data },
        ]),
      );
    }
    console.log(
      `The owner is a Safe (${sender.safe.threshold} of ${sender.safe.owners.length}): nothing was sent. ` +
        `Its owners load these into the Safe's Transaction Builder and sign, one by one:\n${files.map((file) => `  ${file}`).join("\n")}`,
    );
    return;
  }

  const { signer } = sender;
  const [first] = batches;
  if (first === undefined) return;
  const fees = replacing(replaced, await currentFees(sale));
  assertWithinCap(sale, fees);
  if (replaced !== null) {
    console.log(`  ${"replaces".padEnd(12)}what is pending, whose fee is too low by now`);
  }
  const estimate = await sale.provider.estimateGas({
    to: sale.record.address,
    data: first.data,
    from: signer.address,
  });
  const gas = (estimate * BigInt(due.length)) / BigInt(first.codes.length);
  console.log(
    `  ${"cost".padEnd(12)}${roughEth(costNow(gas, fees))} (${plural(batches.length, "transaction")}, ` +
      `${grouped(gas)} gas at a base fee of ${gwei(fees.baseFee)})`,
  );
  assertAffordable(
    signer.address,
    await sale.provider.getBalance(signer.address),
    withRoom(gas) * fees.maxFeePerGas,
    eth,
  );
  if (sale.live) await confirm("yes", yes);

  // What is replaced keeps its nonce, so that the chain takes one of the two.
  let nonce =
    replaced?.nonce ?? (await sale.provider.getTransactionCount(signer.address, "pending"));
  let done = 0;
  let gasUsed = 0n;
  let paid = 0n;
  for (const batch of batches) {
    const receipt = await sendBatch(sale, signer, batch, active, nonce, fees);
    nonce += 1;
    gasUsed += receipt.gasUsed;
    paid += receipt.gasUsed * receipt.gasPrice;
    done += batch.codes.length;
    showProgress(done, due.length, "codes");
  }

  const after = await readAffiliateAccounts(sale, due);
  const wrong = after.filter((account) => account.active !== active).map(({ code }) => code);
  if (wrong.length > 0) {
    throw new TaskError(`Sent, but not ${state} on chain: ${shortList(wrong)}. Run it again.`);
  }
  await closeJournal(sale, owner);
  console.log(
    `Done: ${plural(due.length, "code")} ${state}, ${grouped(gasUsed / BigInt(due.length))} gas a code, ` +
      `${roughEth(paid)} in all.`,
  );
}

async function sendBatch(
  sale: Sale,
  signer: HardhatEthersSigner,
  { codes, data }: Batch,
  active: boolean,
  nonce: number,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
) {
  const call = { to: sale.record.address, data };
  const gas = await sale.provider.estimateGas({ ...call, from: signer.address });
  const note = { from: signer.address, nonce, active, codes };
  await writeNote(sale, { ...note, hash: null });
  const sent = await signer.sendTransaction({
    ...call,
    nonce,
    gasLimit: withRoom(gas),
    maxFeePerGas,
    maxPriorityFeePerGas,
  });
  await writeNote(sale, { ...note, hash: sent.hash });
  return await minedReceipt(sale, sent);
}

function printDiff(accounts: readonly AffiliateAccount[], active: boolean): void {
  const changing = accounts.filter((account) => account.active !== active);
  const same = accounts.length - changing.length;
  const states = ["inactive", "active"];
  const [before, after] = active ? states : states.toReversed();
  const name = changing.length === 1 ? (changing[0]?.code ?? "") : `${changing.length} codes`;
  console.log(`  ${name.padEnd(12)}${before} -> ${after}`);
  if (changing.length > 1)
    console.log(`  ${"".padEnd(12)}${shortList(changing.map(({ code }) => code))}`);
  if (same > 0) console.log(`  ${"unchanged".padEnd(12)}${same} already ${after}`);
}

export function shortList(items: readonly string[], most = 10): string {
  const rest = items.length - most;
  return items.slice(0, most).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function withRoom(gas: bigint): bigint {
  return gas + gas / 5n;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let at = 0; at < items.length; at += size) result.push(items.slice(at, at + size));
  return result;
}
