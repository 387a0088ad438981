import { maxPerPurchase } from "../../../../collection.ts";

/** P-06 sets the limits. */
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY: number = maxPerPurchase;
export const DEFAULT_QUANTITY = 1;

export function clampQuantity(quantity: number, max = MAX_QUANTITY): number {
  return Math.min(max, Math.max(MIN_QUANTITY, quantity));
}

/** `null` for text that is no quantity, such as "", "0", "1.5" or "1e1". */
export function typedQuantity(text: string, max = MAX_QUANTITY): number | null {
  const digits = text.trim();
  return /^\d+$/.test(digits) && Number(digits) >= MIN_QUANTITY
    ? clampQuantity(Number(digits), max)
    : null;
}
