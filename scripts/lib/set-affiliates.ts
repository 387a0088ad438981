import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { type AffiliateAccount, readAffiliateAccounts } from "./affiliate-account.ts";
import { eth, grouped, gwei, plural, roughEth } from "./amounts.ts";
import { confirm } from "./confirm.ts";
import { assertAffordable, costNow, currentFees, type Fees } from "./fees.ts";
import { findSender } from "./owner-change.ts";
import { writeSafeBatch } from "./safe.ts";
import type { Sale } from "./sale.ts";
import { closeJournal, type Intent, readIntents, writeIntent } from "./send-journal.ts";
import { showProgress } from "./table.ts";
import { describeError, TaskError } from "./task-action.ts";

/** Some 3.2M gas: a fifth of what one transaction may take (EIP-7825). */
const CODES_PER_TRANSACTION = 100;
const POLL_MS = 1_000;

export interface AffiliateChange {
  /** The task's name, as in "add". */
  readonly name: string;
  readonly codes: readonly string[];
  readonly active: boolean;
}

/**
 * Makes codes active or inactive, those that aren't yet. An interrupted run is finished first: what it had meant to
 * send is either on chain by then or never will be.
 */
export async function setAffiliates(
  sale: Sale,
  change: AffiliateChange,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  await finishInterrupted(sale);

  const { active } = change;
  const accounts = await readAffiliateAccounts(sale, change.codes);
  const due = accounts.filter((account) => account.active !== active).map(({ code }) => code);
  const state = active ? "active" : "inactive";
  if (due.length === 0) {
    console.log(`${plural(change.codes.length, "code")} already ${state}. Nothing to do.`);
    await closeJournal(sale);
    return;
  }

  console.log(`Affiliates (${sale.network}, ${sale.record.address})`);
  printDiff(accounts, active);
  const batches = chunks(due, CODES_PER_TRANSACTION).map((codes) => ({
    codes,
    data: sale.ticket.interface.encodeFunctionData("setAffiliates", [codes, active]),
  }));

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
  const fees = await currentFees(sale);
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

  let nonce = await sale.provider.getTransactionCount(signer.address, "pending");
  let done = 0;
  let gasUsed = 0n;
  let paid = 0n;
  for (const { codes, data } of batches) {
    const receipt = await sendBatch(sale, signer, data, nonce, fees);
    nonce += 1;
    gasUsed += receipt.gasUsed;
    paid += receipt.gasUsed * receipt.gasPrice;
    done += codes.length;
    showProgress(done, due.length, "codes");
  }

  const after = await readAffiliateAccounts(sale, due);
  const wrong = after.filter((account) => account.active !== active).map(({ code }) => code);
  if (wrong.length > 0) {
    throw new TaskError(`Sent, but not ${state} on chain: ${shortList(wrong)}. Run it again.`);
  }
  await closeJournal(sale);
  console.log(
    `Done: ${plural(due.length, "code")} ${state}, ${grouped(gasUsed / BigInt(due.length))} gas a code, ` +
      `${roughEth(paid)} in all.`,
  );
}

async function sendBatch(
  sale: Sale,
  signer: HardhatEthersSigner,
  data: string,
  nonce: number,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
) {
  const call = { to: sale.record.address, data };
  const gas = await sale.provider.estimateGas({ ...call, from: signer.address });
  const intent: Intent = {
    ticket: sale.record.address,
    from: signer.address,
    nonce,
    data,
    gasLimit: withRoom(gas).toString(),
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
  };
  await writeIntent(sale, intent);
  const sent = await sendIntent(signer, intent);
  const receipt = await sent.wait();
  if (receipt === null) throw new TaskError(`${sent.hash} was not mined. Run it again later.`);
  return receipt;
}

function sendIntent(signer: HardhatEthersSigner, intent: Intent) {
  return signer.sendTransaction({
    to: intent.ticket,
    data: intent.data,
    nonce: intent.nonce,
    gasLimit: BigInt(intent.gasLimit),
    maxFeePerGas: BigInt(intent.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(intent.maxPriorityFeePerGas),
  });
}

/** Sends again what may not have arrived, with the same nonce, and waits until that nonce is used up. */
async function finishInterrupted(sale: Sale): Promise<void> {
  const intents = await readIntents(sale);
  const last = intents.at(-1);
  if (last === undefined) return;
  const isUsed = async () =>
    (await sale.provider.getTransactionCount(last.from, "latest")) > last.nonce;
  // They were sent one after the other, so that only the last one can be open.
  if (!(await isUsed())) {
    console.log("Finishing the run that was interrupted.");
    const signer = (await sale.signers()).find(({ address }) => address === last.from);
    if (signer === undefined) {
      throw new TaskError(
        `An interrupted run was sent by ${last.from}, which is not the account here. Set DEPLOYER_PRIVATE_KEY to its key.`,
      );
    }
    try {
      await sendIntent(signer, last);
    } catch (error) {
      // The node has it, or a dearer one in its place.
      if (!/already|known|nonce|underpriced|replacement/i.test(describeError(error))) throw error;
    }
    while (!(await isUsed())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await closeJournal(sale);
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
