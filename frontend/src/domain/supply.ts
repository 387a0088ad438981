/** Tickets in all (spec section 9). */
export const COLLECTION_SIZE = 5000n;

/** The progress block is shown above this many (spec section 2). */
const PROGRESS_THRESHOLD = 500n;

export function isProgressShown(totalSupply: bigint): boolean {
  return totalSupply > PROGRESS_THRESHOLD;
}

export function remainingTickets(totalSupply: bigint): bigint {
  return totalSupply >= COLLECTION_SIZE ? 0n : COLLECTION_SIZE - totalSupply;
}

/** Why an order for more than `remaining` can't be filled, in words for the visitor. */
export function tooFewLeft(remaining: bigint): string {
  if (remaining === 0n) return "all tickets are sold.";
  return remaining === 1n ? "only 1 ticket is left." : `only ${remaining} tickets are left.`;
}
