import type { Affiliate } from "./link.ts";

/** What the page shows when Mint is pressed. */
export interface ShownOrder {
  readonly quantity: number;
  readonly affiliate: Affiliate;
  /** Wei shown as the price to pay; `null` while no price is known. */
  readonly payable: bigint | null;
}

/** What can be sold: a malformed code is none of the codes here, so it can't be left out by mistake. */
export interface Order {
  readonly quantity: number;
  readonly affiliate: Exclude<Affiliate, { kind: "malformed" }>;
  readonly payable: bigint;
}

/** `null` for what can't be sold: its code is malformed, or its price is not known. */
export function sellable({ quantity, affiliate, payable }: ShownOrder): Order | null {
  if (affiliate.kind === "malformed" || payable === null) return null;
  return { quantity, affiliate, payable };
}
