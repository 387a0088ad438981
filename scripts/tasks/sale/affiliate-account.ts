import type { Sale } from "../record/sale.ts";
import { readViews } from "./views.ts";

export interface AffiliateAccount {
  readonly code: string;
  readonly active: boolean;
  readonly purchases: number;
  readonly tickets: number;
  /** Wei. */
  readonly paid: bigint;
}

/** Codes per call. Each costs about 3k gas. */
const READ_AT_ONCE = 200;

export async function readAffiliateAccounts(
  sale: Sale,
  codes: readonly string[],
  block?: number,
): Promise<AffiliateAccount[]> {
  const views = codes.map((code) => ["affiliateSales", code] as const);
  const accounts = await readViews(sale, views, block, READ_AT_ONCE);
  return accounts.map(([active, purchases, tickets, paid], i) => {
    const code = codes[i] ?? "";
    return { code, active, purchases: Number(purchases), tickets: Number(tickets), paid };
  });
}
