import { MAX_QUANTITY, MIN_QUANTITY } from "./quantity.ts";
import type { Sale } from "./sale.ts";

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

/** Whether tickets can be bought, as far as a visitor should know before choosing. */
export type Availability =
  | {
      readonly kind: "open" /** Only when fewer than a full purchase are left. */;
      readonly left: number | null;
    }
  | { readonly kind: "paused" }
  | { readonly kind: "soldOut" };

/** `null` for a sale that has not been read: it counts as open until the contract says otherwise. */
export function availabilityOf(sale: Pick<Sale, "totalSupply" | "paused"> | null): Availability {
  if (sale === null) return { kind: "open", left: null };
  const remaining = remainingTickets(sale.totalSupply);
  if (remaining === 0n) return { kind: "soldOut" };
  if (sale.paused) return { kind: "paused" };
  return { kind: "open", left: remaining < BigInt(MAX_QUANTITY) ? Number(remaining) : null };
}

/** Tickets that one purchase can have now: 50, or what is left. */
export function maxQuantityOf(sale: Pick<Sale, "totalSupply"> | null): number {
  if (sale === null) return MAX_QUANTITY;
  const remaining = remainingTickets(sale.totalSupply);
  if (remaining === 0n) return MIN_QUANTITY;
  return remaining < BigInt(MAX_QUANTITY) ? Number(remaining) : MAX_QUANTITY;
}

/** Why an order for more than `remaining` can't be filled, in words for the visitor. */
export function tooFewLeft(remaining: bigint): string {
  if (remaining === 0n) return "all tickets are sold.";
  return remaining === 1n ? "only 1 ticket is left." : `only ${remaining} tickets are left.`;
}
