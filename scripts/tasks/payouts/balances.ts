import { ZeroAddress } from "ethers";
import { commissionOf } from "../affiliates/commission.ts";
import { sayingSo } from "../chain/waiting.ts";
import type { Sale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { chunksOf } from "../sale/chunks.ts";
import type { Books } from "./books.ts";

/** A code's amounts in wei, at one block. */
export interface Balance {
  readonly code: string;
  readonly paidByBuyers: bigint;
  readonly earned: bigint;
  readonly paid: bigint;
  readonly due: bigint;
  readonly payee: string | null;
}

const AT_ONCE = 20;

export async function readBalances(
  sale: Sale,
  { payouts, record }: Books,
  codes: readonly string[],
  block: number,
): Promise<Balance[]> {
  const bps = BigInt(record.arguments.commissionBps);
  const selling = (await readAffiliateAccounts(sale, codes, block))
    .map(({ code, paid }) => ({ code, paidByBuyers: paid, earned: commissionOf(paid, bps) }))
    .filter(({ earned }) => earned > 0n);
  const at = { blockTag: block };
  return await inTurn(selling, async (one) => {
    const [paid, payee] = await Promise.all([
      payouts.paid(one.code, at),
      payouts.payee(one.code, at),
    ]);
    const due = one.earned - paid;
    return { ...one, paid, due, payee: payee === ZeroAddress ? null : payee };
  });
}

export async function readPayees(
  { payouts }: Books,
  codes: readonly string[],
): Promise<(string | null)[]> {
  return await inTurn(codes, async (code) => {
    const payee = await payouts.payee(code);
    return payee === ZeroAddress ? null : payee;
  });
}

/** Reads one by one, because endpoints limit parallel requests. */
async function inTurn<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  await sayingSo(`the books of ${items.length} codes`, async () => {
    for (const some of chunksOf(items, AT_ONCE)) {
      answers.push(...(await Promise.all(some.map(ask))));
    }
  });
  return answers;
}

export type Amounts = Pick<Balance, "paidByBuyers" | "earned" | "paid" | "due">;

export function sumOf(balances: readonly Amounts[]): Amounts {
  const sum = (field: keyof Amounts) => balances.reduce((all, one) => all + one[field], 0n);
  return {
    paidByBuyers: sum("paidByBuyers"),
    earned: sum("earned"),
    paid: sum("paid"),
    due: sum("due"),
  };
}
