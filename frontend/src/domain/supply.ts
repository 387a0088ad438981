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
