import type { Sale } from "../record/sale.ts";
import { chunksOf } from "./chunks.ts";

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
  const { interface: abi } = sale.ticket;
  const accounts: AffiliateAccount[] = [];
  for (const chunk of chunksOf(codes, READ_AT_ONCE)) {
    const answers = await sale.ticket.multicall.staticCall(
      chunk.map((code) => abi.encodeFunctionData("affiliateSales", [code])),
      block === undefined ? {} : { blockTag: block },
    );
    for (const [i, code] of chunk.entries()) {
      const [active, purchases, tickets, paid] = abi.decodeFunctionResult(
        "affiliateSales",
        answers[i] ?? "0x",
      );
      accounts.push({ code, active, purchases: Number(purchases), tickets: Number(tickets), paid });
    }
  }
  return accounts;
}
