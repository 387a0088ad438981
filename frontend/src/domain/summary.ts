import type { Affiliate } from "./link.ts";

/** The start of the summary line (P-07), before the link's label. */
export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** The code as its line shows it (P-08). */
export function shownCode(affiliate: Exclude<Affiliate, { kind: "none" }>): string {
  return affiliate.kind === "code" ? affiliate.code : affiliate.shown;
}
