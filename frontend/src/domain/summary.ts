import type { Affiliate } from "./link.ts";

/** The summary line (spec section 2), up to the link's label and the noun. Without a label it names none. */
export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** The line that is shown when the link has a code (spec section 2). */
export function affiliateLine(affiliate: Exclude<Affiliate, { kind: "none" }>): string {
  const shown = affiliate.kind === "code" ? affiliate.code : affiliate.shown;
  return `You are using affiliate code: ${shown}`;
}
