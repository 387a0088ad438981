import type { Affiliate } from "./link.ts";

/** P-07, before the link's label. */
export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** P-08. */
export function shownCode(affiliate: Exclude<Affiliate, { kind: "none" }>): string {
  return affiliate.kind === "code" ? affiliate.code : affiliate.shown;
}
