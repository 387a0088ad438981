import type { Affiliate } from "../order/link.ts";

export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** The code as its line shows it (P-08). */
export function shownCode(affiliate: Exclude<Affiliate, { kind: "none" }>): string {
  return affiliate.kind === "code" ? affiliate.code : affiliate.shown;
}
