import type { Affiliate } from "./link.ts";

/** The order as the page shows it when the visitor clicks Mint. */
export interface ShownOrder {
  readonly quantity: number;
  readonly affiliate: Affiliate;
  /** Wei shown as the price to pay; `null` while no price is known. */
  readonly payable: bigint | null;
  /** Whose the tickets will be, checksummed. The buyer's if it is left out. */
  readonly recipient?: string;
}

/** An order that can be sold. This type has no malformed code, so no code can drop one by mistake. */
export interface Order {
  readonly quantity: number;
  readonly affiliate: Exclude<Affiliate, { kind: "malformed" }>;
  readonly payable: bigint;
  readonly recipient?: string;
}

/** `null` for what can't be sold: its code is malformed, or its price is not known. */
export function sellable(shown: ShownOrder): Order | null {
  const { affiliate, payable } = shown;
  if (affiliate.kind === "malformed" || payable === null) return null;
  return { ...shown, affiliate, payable };
}

/** Whose the tickets of an order will be. */
export function ownerOf({ recipient }: Pick<Order, "recipient">, buyer: string): string {
  return recipient ?? buyer;
}
