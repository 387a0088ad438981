import type { Affiliate } from "./link.ts";

/** The summary line (P-07), up to the link's label and the noun. Without a label it names none. */
export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** The code as its line (P-08) shows it. */
export function shownCode(affiliate: Exclude<Affiliate, { kind: "none" }>): string {
  return affiliate.kind === "code" ? affiliate.code : affiliate.shown;
}
