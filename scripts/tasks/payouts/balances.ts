import { ZeroAddress } from "ethers";
import { commissionOf } from "../affiliates/commission.ts";
import { sayingSo } from "../chain/waiting.ts";
import type { Sale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { askAll } from "../sale/chunks.ts";
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

export async function readBalances(
  sale: Sale,
  books: Books,
  codes: readonly string[],
  block: number,
): Promise<Balance[]> {
  const bps = BigInt(books.record.arguments.commissionBps);
  const selling = (await readAffiliateAccounts(sale, codes, block))
    .map(({ code, paid }) => ({ code, paidByBuyers: paid, earned: commissionOf(paid, bps) }))
    .filter(({ earned }) => earned > 0n);
  return await ofEach(selling, async (one) => {
    const [paid, payee] = await Promise.all([
      books.payouts.paid(one.code, { blockTag: block }),
      payeeOf(books, one.code, block),
    ]);
    return { ...one, paid, due: one.earned - paid, payee };
  });
}

export async function readPayees(
  books: Books,
  codes: readonly string[],
): Promise<(string | null)[]> {
  return await ofEach(codes, (code) => payeeOf(books, code));
}

async function payeeOf(
  { payouts }: Books,
  code: string,
  blockTag: number | "latest" = "latest",
): Promise<string | null> {
  const payee = await payouts.payee(code, { blockTag });
  return payee === ZeroAddress ? null : payee;
}

function ofEach<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  return sayingSo(`the books of ${items.length} codes`, () => askAll(items, ask));
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
