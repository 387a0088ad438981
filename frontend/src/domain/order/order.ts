import type { Affiliate } from "./link.ts";

export interface ShownOrder {
  readonly quantity: number;
  readonly affiliate: Affiliate;
  /** Price in wei; `null` while it is unknown. */
  readonly payable: bigint | null;
  /** The tickets' owner, checksummed; the buyer if left out. */
  readonly recipient?: string;
}

/** An order that can be sold. The type excludes malformed codes. */
export interface Order {
  readonly quantity: number;
  readonly affiliate: Exclude<Affiliate, { kind: "malformed" }>;
  readonly payable: bigint;
  readonly recipient?: string;
}

export function sellable(shown: ShownOrder): Order | null {
  const { affiliate, payable } = shown;
  if (affiliate.kind === "malformed" || payable === null) return null;
  return { ...shown, affiliate, payable };
}

export function ownerOf({ recipient }: Pick<Order, "recipient">, buyer: string): string {
  return recipient ?? buyer;
}
