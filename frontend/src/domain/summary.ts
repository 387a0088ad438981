import type { Affiliate } from "./link.ts";

/** The summary line (spec section 2), up to the link's label and the noun. Without a label it names none. */
export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** The code in the line that names it (spec section 2). */
export function shownCode(affiliate: Exclude<Affiliate, { kind: "none" }>): string {
  return affiliate.kind === "code" ? affiliate.code : affiliate.shown;
}
