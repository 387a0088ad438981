import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { isError } from "ethers";
import { type Sale, withSale } from "../record/sale.ts";
import { accountKind } from "../send/account-kind.ts";
import { confirm } from "../send/confirm.ts";
import { DRY_RUN_ENDS } from "../send/dry-run.ts";
import { assertAffordable, currentFees, limited } from "../send/fees.ts";
import { findSafe, type SafeAccount } from "../send/safe.ts";
import { callOf } from "../send/safe-batch.ts";
import { markFiles, readSafeFiles } from "../send/safe-folder.ts";
import { findSender } from "../send/sender.ts";
import { amountText, parseGwei, plural, roughAmountText, shortList } from "../shared/amounts.ts";
import { workAlone } from "../shared/one-at-a-time.ts";
import { table } from "../shared/table.ts";
import { oneLine, TaskError, taskAction } from "../shared/task-action.ts";
import { readContacts } from "./affiliate-file.ts";
import {
  type OwnSales,
  ownSales,
  ownSalesText,
  parseCommission,
  parseLeast,
  payoutAddressOf,
} from "./commission.ts";
import { type ChangedPayee, changedPayees, repeatedPayments } from "./earlier-payments.ts";
import { assertNothingElsePending, MOST_GAS, resendPayments, sendPayments } from "./pay-by-key.ts";
import { proposePayments, writeProposal } from "./pay-by-safe.ts";
import { payoutData, readPayout } from "./payout-call.ts";
import { journalAsWritten, writeJournal } from "./payout-journal.ts";
import { type DuePayment, leftOut, type PlannedPayout, planPayouts } from "./payout-plan.ts";
import { hashOf, readReconciledSale, totalsByAffiliate } from "./reconciled-sale.ts";
import { senderName } from "./set-affiliates.ts";
import { rebuiltPayouts, type SettledPayouts, settlePayouts } from "./settled-payouts.ts";

interface PayArguments {
  readonly commission: string | undefined;
  readonly min: string | undefined;
  readonly maxFee: string | undefined;
  readonly dryRun: boolean;
  readonly rebuild: boolean;
  readonly replace: boolean;
  readonly yes: boolean;
}

interface Options {
  /** As in "5 %". */
  readonly percent: string;
  /** Basis points. */
  readonly bps: bigint;
  /** Wei. */
  readonly least: bigint;
  readonly maxFee: bigint | null;
  readonly dryRun: boolean;
  readonly replace: boolean;
  readonly yes: boolean;
}

export default taskAction<PayArguments>((args, hre) => {
  const { commission, min, rebuild, dryRun, yes } = args;
  if (rebuild && dryRun) throw new TaskError("--rebuild pays nothing: leave out --dry-run");
  if (!rebuild && commission === undefined) {
    throw new TaskError("Say how many percent of what buyers paid: --commission 5");
  }
  const bps = commission === undefined ? 0n : parseCommission(commission);
  const maxFee = args.maxFee === undefined ? null : parseGwei("--max-fee", args.maxFee);
  return withSale(
    hre,
    async (sale) => {
      const least = min === undefined ? 0n : parseLeast(min, sale.currency);
      const owner = await sale.ticket.owner();
      const release = await workAlone(
        senderName(sale, owner),
        `Another task of this machine sends from ${owner} on ${sale.network}. Run this again when it has ended. Nothing was sent.`,
      );
      try {
        if (rebuild) await rebuildJournal(sale, owner, yes);
        else {
          const { replace } = args;
          await pay(sale, owner, {
            ...{ percent: `${commission} %`, bps, least, maxFee, dryRun, replace, yes },
          });
        }
      } finally {
        await release();
      }
    },
    { dryRun },
  );
});

async function rebuildJournal(sale: Sale, owner: string, yes: boolean): Promise<void> {
  if ((await journalAsWritten(sale)) !== null) {
    console.log("The journal of payouts is there, as this machine wrote it. Nothing to do.");
    return;
  }
  const { journal, payments, paid } = await rebuiltPayouts(sale);
  const sum = [...paid.values()].reduce((all, wei) => all + wei, 0n);
  console.log(
    `Found on ${sale.network}: ${plural(payments.length, "payment")} to ${plural(paid.size, "affiliate")}, ` +
      `${amountText(sum, sale.currency)} in all.`,
  );
  for (const { code, to, wei, hash } of payments) {
    console.log(`  ${code}: ${amountText(wei, sale.currency)} to ${to} (${hash})`);
  }
  const files = await unexecutedFiles(sale, payments);
  if (files.length > 0 || (await findSafe(sale.provider, owner)) !== null) {
    for (const file of files) console.log(`Not executed: ${file}`);
    console.log(
      "What waits in the Safe's app does not stand in the chain. If a batch of payments waits there, reject it first: " +
        "it would be paid beside what is proposed next.",
    );
    if (sale.live) await confirm("yes", yes);
    await markFiles(sale, files);
  }
  await writeJournal(sale, journal);
  console.log("Wrote the journal of payouts. Nothing was paid.");
}

/** @returns the Safe's files with a payout in them that the chain does not have */
async function unexecutedFiles(
  sale: Sale,
  payments: SettledPayouts["payments"],
): Promise<string[]> {
  const files = (await readSafeFiles(sale)).filter(({ superseded }) => !superseded);
  return files.flatMap(({ file, batch }) => {
    const payouts = (batch?.transactions ?? []).map((one) =>
      readPayout(sale.record.address, callOf(one).data),
    );
    const isOpen = payouts.some(
      (payout) =>
        payout !== null &&
        !payments.some(({ code, total }) => code === payout.code && total >= payout.total),
    );
    return isOpen ? [file] : [];
  });
}

async function pay(sale: Sale, owner: string, options: Options): Promise<void> {
  const { dryRun, yes } = options;
  const safe = await findSafe(sale.provider, owner);
  if (safe === null && (await accountKind(sale.provider, owner)) === "contract") {
    throw new TaskError(
      `The owner ${owner} is a contract, and no Safe that this can recognise: what it pays can't be found again. ` +
        "Pay by hand from the report: affiliates report --commission. Nothing was sent.",
    );
  }
  let settled = await settlePayouts(sale);
  if (!dryRun) await writeJournal(sale, settled.journal);

  const stranger = settled.waiting.find(({ from }) => from !== owner);
  if (stranger !== undefined) {
    throw new TaskError(
      `A payment of ${stranger.from}, an earlier owner, with nonce ${stranger.nonce} is not mined. Send anything else with ` +
        "that nonce, or wait until it is mined, and run this again. Nothing was sent.",
    );
  }
  // Also if the Safe no longer owns the sale: it can still execute its batch.
  if (settled.proposed !== null) {
    if (!options.replace) return await showProposal(sale, settled.proposed, safe, dryRun);
    settled = await withoutProposal(sale, settled, options);
  }
  if (safe === null) {
    await assertNothingElsePending(sale, owner, settled.waiting);
    if (settled.waiting.length > 0) {
      const ended = await endInterrupted(sale, settled, options);
      if (ended === null) return;
      settled = ended;
    }
  }

  const { lines, own } = await plan(sale, owner, settled, options);
  const payments = lines.flatMap(({ due }) => due ?? []);
  const sum = payments.reduce((all, { wei }) => all + wei, 0n);
  show(sale, owner, lines, own, options, sum);
  showRepeated(sale, settled.payments);
  if (payments.length === 0) {
    console.log("Nothing is due. Nothing to do.");
    return;
  }
  const changed = changedPayees(settled.payments, payments);
  for (const { due, lastPaid } of changed) {
    console.log(`Warning: ${due.code} was last paid to ${lastPaid}, and is due to ${due.to} now.`);
  }
  await assertPayable(sale, owner, safe, payments, sum, options);
  if (dryRun) {
    console.log(DRY_RUN_ENDS);
    return;
  }
  if (safe !== null) {
    const sender = { role: "owner", safe };
    return await proposePayments(sale, settled.journal, payments, options.percent, sender);
  }
  const signer = await signerOf(sale);
  if (sale.live) await confirmPayees(changed, yes);
  const paying = { signer, maxFee: options.maxFee };
  await sendPayments(sale, settled, payments, paying);
  await report(sale, payments);
}

async function plan(
  sale: Sale,
  owner: string,
  { paid }: SettledPayouts,
  { bps, least }: Options,
): Promise<{ readonly lines: readonly PlannedPayout[]; readonly own: readonly OwnSales[] }> {
  const { events, states } = await readReconciledSale(sale);
  console.log(`Reconciled with the contract's counters at block ${events.block}.`);
  const contacts = await readContacts(sale);
  const totals = totalsByAffiliate(events.sold);
  const sold = [...states.keys()]
    .sort()
    .map((code) => ({ code, paid: totals.get(hashOf(code))?.paid ?? 0n }));
  const lines = planPayouts(sold, bps, paid, (code) => payoutAddressOf(contacts, code), least);
  const checked: PlannedPayout[] = [];
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE);
    checked.push(...(await Promise.all(some.map((line) => withoutRefusal(sale, owner, line)))));
  }
  return { lines: checked, own: ownSales(events.sold, states.keys(), contacts) };
}

const AT_ONCE = 20;

/** An address may be a contract that takes no payment with data, or that does something long with it. */
async function withoutRefusal(
  sale: Sale,
  from: string,
  line: PlannedPayout,
): Promise<PlannedPayout> {
  const { due } = line;
  if (due === null) return line;
  if (due.to === from) return leftOut(line, "is the account that pays");
  try {
    const data = payoutData(sale.record.address, due);
    const gas = await sale.provider.estimateGas({ from, to: due.to, value: due.wei, data });
    return gas <= MOST_GAS ? line : leftOut(line, `${due.to} takes more than ${MOST_GAS} gas`);
  } catch (error) {
    const isRefused = isError(error, "CALL_EXCEPTION") || /revert/i.test(oneLine(error));
    if (!isRefused) throw error;
    return leftOut(line, `${due.to} is a contract that refuses the payment`);
  }
}

function show(
  sale: Sale,
  owner: string,
  lines: readonly PlannedPayout[],
  own: readonly OwnSales[],
  { percent }: Options,
  sum: bigint,
): void {
  console.log(`Pay affiliates ${percent} (${sale.network}, ${sale.record.address}), from ${owner}`);
  const text = (wei: bigint) => amountText(wei, sale.currency);
  const rows = lines.map(({ code, paidByBuyers, commission, paidBefore, due, note }) => [
    code,
    text(paidByBuyers),
    text(commission),
    text(paidBefore),
    due === null ? "-" : text(due.wei),
    due?.to ?? note ?? "",
  ]);
  const header = ["code", "paid by buyers", "commission", "paid before", "to pay", "to"];
  console.log(table([header, ...rows, ["all", "", "", "", text(sum), ""]], [1, 2, 3, 4]));
  for (const bought of own) console.log(ownSalesText(sale, bought));
}

/** The second payment is money like the first: it counts, and is deducted from what is earned later. */
function showRepeated(sale: Sale, payments: SettledPayouts["payments"]): void {
  for (const { again, first } of repeatedPayments(payments)) {
    console.log(
      `Warning: ${again.code} was paid ${amountText(again.wei, sale.currency)} a second time, in ${again.hash}, after ${first.hash}: ` +
        "it is deducted from what is earned later.",
    );
  }
}

/** The file of contacts is not sealed, and a changed line in it sends the money to another account. */
async function confirmPayees(changed: readonly ChangedPayee[], yes: boolean): Promise<void> {
  if (changed.length === 0) return await confirm("yes", yes);
  if (yes) {
    const codes = shortList(changed.map(({ due }) => due.code));
    throw new TaskError(
      `The address to pay is another than the last one that was paid (${codes}), which --yes does not answer: ` +
        "run it in a terminal, without --yes. Nothing was sent.",
    );
  }
  await confirm("changed", yes);
}

async function assertPayable(
  sale: Sale,
  owner: string,
  safe: SafeAccount | null,
  payments: readonly DuePayment[],
  sum: bigint,
  { maxFee }: Options,
): Promise<void> {
  let fee = 0n;
  if (safe === null) {
    const { maxFeePerGas } = limited(await currentFees(sale), maxFee);
    fee = MOST_GAS * maxFeePerGas * BigInt(payments.length);
    console.log(`Fees: up to ${roughAmountText(fee, sale.currency)}, in general a third of that.`);
  }
  const balance = await sale.provider.getBalance(owner);
  assertAffordable(owner, balance, sum + fee, (wei) => amountText(wei, sale.currency));
}

async function signerOf(sale: Sale): Promise<HardhatEthersSigner> {
  const sender = await findSender(sale);
  if (sender.kind !== "account") throw new Error("An owner of another kind than before");
  if (sender.signer === null) throw new Error("Only a dry run has no signer");
  return sender.signer;
}

/** @returns what has become of it, or `null` if it is only shown */
async function endInterrupted(
  sale: Sale,
  settled: SettledPayouts,
  { dryRun, yes, maxFee }: Options,
): Promise<SettledPayouts | null> {
  const { waiting } = settled;
  console.log(
    `${plural(waiting.length, "payment")} of an interrupted run ${waiting.length === 1 ? "is" : "are"} in no block yet:`,
  );
  for (const { code, to, wei, nonce } of waiting) {
    console.log(`  nonce ${nonce}: ${amountText(wei, sale.currency)} to ${to}, ${code}`);
  }
  if (dryRun) {
    console.log("Without --dry-run, the task sends them again first, with the same nonces.");
    console.log(DRY_RUN_ENDS);
    return null;
  }
  const signer = await signerOf(sale);
  if (sale.live) await confirm("yes", yes);
  await resendPayments(sale, settled, { signer, maxFee });
  await sale.refresh();
  const after = await settlePayouts(sale);
  await writeJournal(sale, after.journal);
  return after;
}

async function showProposal(
  sale: Sale,
  proposed: NonNullable<SettledPayouts["proposed"]>,
  safe: SafeAccount | null,
  dryRun: boolean,
): Promise<void> {
  const { payments, rest } = proposed;
  console.log(
    `${rest.length} of ${plural(payments.length, "payment")} that were written for the Safe ${proposed.safe} were not executed yet. ` +
      "What is owed beside them is due once they are. If they will not be signed, reject them in the Safe's app, and run this with --replace.",
  );
  for (const { code, to, wei } of rest) {
    console.log(`  ${code}: ${amountText(wei, sale.currency)} to ${to}`);
  }
  const isWhole = rest.length === payments.length;
  if (safe?.address === proposed.safe && isWhole && !dryRun)
    return await writeProposal(sale, proposed, { role: "owner", safe });
  console.log(`Their files: npm run hardhat -- ticket safe-files --network ${sale.network}`);
  if (dryRun) console.log(DRY_RUN_ENDS);
}

async function withoutProposal(
  sale: Sale,
  settled: SettledPayouts,
  { dryRun, yes }: Options,
): Promise<SettledPayouts> {
  console.log(
    `${plural(settled.proposed?.rest.length ?? 0, "payment")} in the Safe's files will be proposed anew. If the old batch can still be ` +
      "signed in the Safe's app, it would be paid beside the new one: reject it there first.",
  );
  const journal = { ...settled.journal, proposed: null };
  if (!dryRun) {
    if (sale.live) await confirm("rejected", yes);
    await markFiles(sale, await unexecutedFiles(sale, settled.payments));
    await writeJournal(sale, journal);
  }
  return { ...settled, journal, proposed: null };
}

/** Reads the payments back from the chain, where the next run looks for them too. */
async function report(sale: Sale, payments: readonly DuePayment[]): Promise<void> {
  await sale.refresh();
  const after = await settlePayouts(sale);
  await writeJournal(sale, after.journal);
  const missing = payments.filter(
    ({ code, total }) => !after.payments.some((paid) => paid.code === code && paid.total >= total),
  );
  if (missing.length > 0) {
    throw new TaskError(
      `${plural(missing.length, "payment")} can't be found in the chain: ${missing.map(({ code }) => code).join(", ")}. ` +
        "Run the same command again: it pays what is owed, and nothing twice.",
    );
  }
  const sum = payments.reduce((all, { wei }) => all + wei, 0n);
  console.log(
    `Done: ${plural(payments.length, "affiliate")} paid, ${amountText(sum, sale.currency)} in all.`,
  );
}
