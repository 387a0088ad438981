import { maxPerPurchase } from "../../../collection.ts";

/** Tickets in one purchase (P-06). */
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY: number = maxPerPurchase;
export const DEFAULT_QUANTITY = 1;

/** The nearest number of tickets that can be bought. */
export function clampQuantity(quantity: number, max = MAX_QUANTITY): number {
  return Math.min(max, Math.max(MIN_QUANTITY, quantity));
}

/** Digits, at most as many as can be bought; `null` for what is no number of tickets, such as "", "0", "1.5" or "1e1". */
export function typedQuantity(text: string, max = MAX_QUANTITY): number | null {
  const digits = text.trim();
  return /^\d+$/.test(digits) && Number(digits) >= MIN_QUANTITY
    ? clampQuantity(Number(digits), max)
    : null;
}
