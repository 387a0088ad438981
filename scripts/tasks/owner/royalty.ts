import type { Sale } from "../record/sale.ts";

export interface Royalty {
  readonly receiver: string;
  readonly bps: bigint;
}

/** ERC-2981: of 10,000 wei the royalty is its basis points. */
export async function royaltyOf(sale: Sale): Promise<Royalty> {
  const [receiver, bps] = await sale.ticket.royaltyInfo(1n, 10_000n);
  return { receiver, bps };
}

/** @returns as in "5 % to 0x…" */
export function royaltyText({ receiver, bps }: { receiver: string; bps: bigint | number }) {
  return `${Number(bps) / 100} % to ${receiver}`;
}
