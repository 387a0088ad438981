import type { Quote } from "./price.ts";

export interface Sale {
  readonly totalSupply: bigint;
  readonly paused: boolean;
  /** `null` if the order has no code. */
  readonly affiliateActive: boolean | null;
  /** The price of the requested quantity, in wei. */
  readonly quote: Quote;
}
