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
  /** Tickets that one purchase can have now. */
  readonly max: number;
  /** What bounds it: the rule for one purchase, or what is left. */
  readonly bound: "purchase" | "left";
}

/** `null` for a sale that has not been read: it counts as open until the contract says otherwise. */
export function availabilityOf(sale: Pick<Sale, "totalSupply" | "paused"> | null): Availability {
  if (sale === null) return { kind: "open", max: MAX_QUANTITY, bound: "purchase" };
  const left = Number(remainingTickets(sale.totalSupply));
  const kind = left === 0 ? "soldOut" : sale.paused ? "paused" : "open";
  if (left < MAX_QUANTITY) return { kind, max: left, bound: "left" };
  return { kind, max: MAX_QUANTITY, bound: "purchase" };
}

export function availabilityWords({ kind, max, bound }: Availability): string {
  if (kind === "soldOut") return "Sold out.";
  if (kind === "paused") return "Sales are paused.";
  if (bound === "purchase") return `Up to ${max} in one purchase.`;
  // A number says nothing of why it is that one, so each bound has its own words.
  bound satisfies "left";
  return `Only ${max} ticket${max === 1 ? "" : "s"} left`;
}
