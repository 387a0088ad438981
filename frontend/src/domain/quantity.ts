import { maxPerPurchase } from "../../../collection.ts";

/** Tickets in one purchase (spec sections 5 and 9). */
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY: number = maxPerPurchase;
export const DEFAULT_QUANTITY = 1;

/** The nearest whole number of tickets that can be bought, or `null` for what is no number at all. */
export function clampQuantity(value: number, max = MAX_QUANTITY): number | null {
  if (Number.isNaN(value)) return null;
  return Math.min(max, Math.max(MIN_QUANTITY, Math.trunc(value)));
}
