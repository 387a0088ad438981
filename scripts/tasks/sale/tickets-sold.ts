import { type Result, ZeroHash } from "ethers";

export interface TicketsSold {
  readonly buyer: string;
  readonly to: string;
  /** keccak256 of the code. */
  readonly affiliate: string | null;
  readonly firstTokenId: number;
  readonly quantity: number;
  /** Wei. */
  readonly paid: bigint;
}

export function ticketsSold(args: Result): TicketsSold {
  const [buyer, to, affiliate, firstTokenId, quantity, paid] = args;
  return {
    buyer,
    to,
    affiliate: affiliate === ZeroHash ? null : affiliate,
    firstTokenId: Number(firstTokenId),
    quantity: Number(quantity),
    paid,
  };
}
