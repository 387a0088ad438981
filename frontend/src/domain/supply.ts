import { progressShownAbove, size } from "../../../collection.ts";
import { MAX_QUANTITY } from "./quantity.ts";
import type { Sale } from "./sale.ts";

/** Tickets in all (spec section 9). */
export const COLLECTION_SIZE = /* @__PURE__ */ BigInt(size);

export function isProgressShown(totalSupply: bigint): boolean {
  return totalSupply > progressShownAbove;
}

export function remainingTickets(totalSupply: bigint): bigint {
  return totalSupply >= COLLECTION_SIZE ? 0n : COLLECTION_SIZE - totalSupply;
}

/** Whether tickets can be bought, as far as a visitor should know before choosing. */
export interface Availability {
  readonly kind: "open" | "paused" | "soldOut";
  /** Tickets that one purchase can have now: `MAX_QUANTITY`, or what is left. */
  readonly max: number;
}

/** `null` for a sale that has not been read: it counts as open until the contract says otherwise. */
export function availabilityOf(sale: Pick<Sale, "totalSupply" | "paused"> | null): Availability {
  if (sale === null) return { kind: "open", max: MAX_QUANTITY };
  const max = Math.min(MAX_QUANTITY, Number(remainingTickets(sale.totalSupply)));
  if (max === 0) return { kind: "soldOut", max };
  return { kind: sale.paused ? "paused" : "open", max };
}
