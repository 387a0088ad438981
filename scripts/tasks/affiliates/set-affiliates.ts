import { applyChange, labelled } from "../outbox/apply-change.ts";
import { cancelPending } from "../outbox/cancel-pending.ts";
import { currentFees } from "../outbox/fees.ts";
import { closeJournal, warnOfJournalInRepository } from "../outbox/notes.ts";
import { settlePending } from "../outbox/pending-calls.ts";
import { decodeCall, type TicketCall, textOf } from "../outbox/ticket-call.ts";
import { sendingAlone } from "../outbox/under-way.ts";
import type { SendArguments } from "../owner/owners-sale.ts";
import type { Sale } from "../record/sale.ts";
import { type AffiliateAccount, readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { grouped, parseGwei, plural, roughAmountText, shortList } from "../shared/amounts.ts";
import { showProgress } from "../shared/table.ts";

/** Some 3.2M gas: a fifth of what one transaction may take (EIP-7825). */
const CODES_PER_TRANSACTION = 100;

/** How a change is sent: see the owner's tasks. */
export type SendOptions = Omit<SendArguments, "dryRun">;

export interface AffiliateChange {
  /** The task's name, as in "add". */
  readonly name: string;
  readonly codes: readonly string[];
  readonly active: boolean;
}

/**
 * Makes codes active or inactive. It first waits for what an interrupted run has sent. Then it compares the chain with what
 * is asked for now, and sends a change for each code that differs, shown and confirmed as in any other run.
 */
export async function setAffiliates(
  sale: Sale,
  change: AffiliateChange,
  options: SendOptions,
): Promise<void> {
  await warnOfJournalInRepository(sale);
  const owner = await sale.ticket.owner();
  await sendingAlone(sale, owner, () => setAffiliatesOf(sale, owner, change, options));
}

async function setAffiliatesOf(
  sale: Sale,
  owner: string,
  { name, codes, active }: AffiliateChange,
  { yes, speedUp = false, cancel = false, maxFee: text }: SendOptions,
): Promise<void> {
  const maxFee = text === undefined ? null : parseGwei("--max-fee", text);
  if (cancel) return await cancelPending(sale, { from: owner, yes, maxFee });
  const replaces = await settlePending(
    sale,
    { from: owner, isAsked: (data) => isPartOf({ codes, active }, data), speedUp },
    async () => (await currentFees(sale)).baseFee,
  );

  const accounts = await readAffiliateAccounts(sale, codes);
  const due = codesNot(active, accounts);
  const state = active ? "active" : "inactive";
  if (due.length === 0) {
    console.log(`${plural(codes.length, "code")} already ${state}. Nothing to do.`);
    if (!sale.dryRun) await closeJournal(sale, owner);
    return;
  }
  await applyChange(
    sale,
    {
      name: `affiliates-${name}`,
      title: `Make ${plural(due.length, "affiliate code")} ${state}`,
      lines: diff(due, accounts.length - due.length, active),
      calls: callsFor(sale, due, active),
      resumes: { replaces },
      maxFee,
      progress: (mined) =>
        showProgress(Math.min(mined * CODES_PER_TRANSACTION, due.length), due.length, "codes"),
      mismatch: async () => {
        const wrong = codesNot(active, await readAffiliateAccounts(sale, due));
        return wrong.length === 0
          ? null
          : `not ${state} on chain: ${shortList(wrong)}. Run it again.`;
      },
      report: (receipts) => {
        const gas = receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
        const paid = receipts.reduce((sum, { gasUsed, gasPrice }) => sum + gasUsed * gasPrice, 0n);
        return (
          `Done: ${plural(due.length, "code")} ${state}, ${grouped(gas / BigInt(due.length))} gas a code, ` +
          `${roughAmountText(paid, sale.currency)} in all.`
        );
      },
    },
    { yes },
  );
}

/** Whether a call sets codes that were asked for, and none besides, to the state that was asked for. */
function isPartOf(asked: Pick<AffiliateChange, "codes" | "active">, data: string): boolean {
  const call = decodeCall(data);
  if (call?.name !== "setAffiliates") return false;
  const [codes, active] = call.args;
  const wanted = new Set(asked.codes);
  return active === asked.active && [...codes].every((code: string) => wanted.has(code));
}

function codesNot(active: boolean, accounts: readonly AffiliateAccount[]): string[] {
  return accounts.filter((account) => account.active !== active).map(({ code }) => code);
}

function callsFor(sale: Sale, codes: readonly string[], active: boolean): TicketCall[] {
  const calls: TicketCall[] = [];
  for (let at = 0; at < codes.length; at += CODES_PER_TRANSACTION) {
    const some = codes.slice(at, at + CODES_PER_TRANSACTION);
    calls.push({
      data: sale.ticket.interface.encodeFunctionData("setAffiliates", [some, active]),
      asked: textOf("setAffiliates", [some, active]),
    });
  }
  return calls;
}

function diff(changing: readonly string[], unchanged: number, active: boolean): string[] {
  const [before, after] = active ? ["inactive", "active"] : ["active", "inactive"];
  const [only] = changing;
  return [
    ...(changing.length === 1 && only !== undefined
      ? [labelled(only, `${before} -> ${after}`)]
      : [
          labelled(`${changing.length} codes`, `${before} -> ${after}`),
          labelled("", shortList(changing)),
        ]),
    ...(unchanged > 0 ? [labelled("unchanged", `${unchanged} already ${after}`)] : []),
  ];
}
