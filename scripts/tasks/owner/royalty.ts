import type { Sale } from "../record/sale.ts";

export interface Royalty {
  readonly receiver: string;
  readonly bps: bigint;
}

/** The royalty on 10,000 wei is the number of basis points (ERC-2981). */
export async function royaltyOf(sale: Sale): Promise<Royalty> {
  const [receiver, bps] = await sale.ticket.royaltyInfo(1n, 10_000n);
  return { receiver, bps };
}

export function royaltyText({ receiver, bps }: { receiver: string; bps: bigint | number }) {
  return `${Number(bps) / 100} % to ${receiver}`;
}
