import type { Sale } from "../record/sale.ts";
import { TaskError } from "../shared/task-action.ts";
import {
  hashOfBlock,
  type Payment,
  paidByCode,
  paymentsAfter,
  type Searched,
  searchedAt,
} from "./paid-on-chain.ts";
import {
  type OpenPayment,
  type PayoutJournal,
  type ProposedPayments,
  readJournal,
} from "./payout-journal.ts";
import { KEPT_AFTER_BLOCKS } from "./sale-events.ts";

/** What has become of every payment, as the chain says. */
export interface SettledPayouts {
  /** As it is to be written. */
  readonly journal: PayoutJournal;
  /** Wei that each code was paid. */
  readonly paid: ReadonlyMap<string, bigint>;
  readonly payments: readonly Payment[];
  /** Written down before, and in no block: their nonces are not used yet. In the order of their nonces. */
  readonly waiting: readonly OpenPayment[];
  /** By payer: the first nonce that no block has used. */
  readonly nextNonces: Readonly<Record<string, number>>;
  /** What stands in files for a Safe, and which of it was not executed. */
  readonly proposed: (ProposedPayments & { readonly rest: ProposedPayments["payments"] }) | null;
}

/** Compares the journal with the chain; what the chain says is what counts. */
export async function settlePayouts(sale: Sale): Promise<SettledPayouts> {
  const journal = await readJournal(sale);
  const { searched } = journal;
  const head = Number(await sale.request("eth_blockNumber", []));
  if (searched.block > head || (await hashOfBlock(sale, searched.block)) !== searched.blockHash) {
    throw new TaskError(
      `The journal of payouts is of another chain: block ${searched.block} is not the one that it knows. Move it away, and ` +
        `write it anew: npm run hardhat -- affiliates pay --rebuild --network ${sale.network}`,
    );
  }
  const hashes = journal.open.flatMap(({ hash }) => hash ?? []);
  const found = await paymentsAfter(sale, searched, head, hashes);
  return await settled(sale, journal, found);
}

/** @returns the same for a journal that is lost: all payments are found from the chain */
export async function rebuiltPayouts(sale: Sale): Promise<SettledPayouts> {
  const head = Number(await sale.request("eth_blockNumber", []));
  const found = await paymentsAfter(sale, null, head, []);
  const start = { block: sale.record.blockNumber, blockHash: "", payers: {} };
  return await settled(sale, { searched: start, paid: [], open: [], proposed: null }, found);
}

async function settled(
  sale: Sale,
  before: PayoutJournal,
  { payments: mined, searched: now }: Awaited<ReturnType<typeof paymentsAfter>>,
): Promise<SettledPayouts> {
  const payments = [...before.paid, ...mined];
  const paid = paidByCode(payments);
  const rest = restOf(before.proposed, payments);
  const proposed = before.proposed === null || rest.length === 0 ? null : before.proposed;
  const searched = await keptSearch(sale, before.searched, now);
  const isOpenAt = ({ payers }: Searched, { from, nonce }: OpenPayment) =>
    nonce >= (payers[from] ?? 0);
  return {
    journal: {
      searched,
      paid: payments.filter(({ block }) => block <= searched.block),
      open: before.open.filter((payment) => isOpenAt(searched, payment)),
      proposed,
    },
    paid,
    payments,
    waiting: latestSendings(before.open.filter((payment) => isOpenAt(now, payment))),
    nextNonces: now.payers,
    proposed: proposed && { ...proposed, rest },
  };
}

/** @returns each payment as it was sent last, at the highest fee */
function latestSendings(open: readonly OpenPayment[]): OpenPayment[] {
  const byNonce = new Map(open.map((payment) => [`${payment.from} ${payment.nonce}`, payment]));
  return [...byNonce.values()].sort((a, b) => a.nonce - b.nonce);
}

/** A live chain may still replace its newest blocks: the next run searches them again. */
async function keptSearch(sale: Sale, before: Searched, now: Searched): Promise<Searched> {
  if (!sale.live) return now;
  const block = now.block - KEPT_AFTER_BLOCKS;
  if (block <= before.block && before.blockHash !== "") return before;
  const kept = Math.max(block, sale.record.blockNumber);
  return await searchedAt(sale, Object.keys(now.payers), kept);
}

function restOf(
  proposed: ProposedPayments | null,
  payments: readonly Payment[],
): ProposedPayments["payments"] {
  return (proposed?.payments ?? []).filter(
    ({ code, total }) => !payments.some((paid) => paid.code === code && paid.total >= total),
  );
}
