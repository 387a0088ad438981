import type { Quote } from "./price.ts";

/** What the contract said of the sale, all in one block. */
export interface Sale {
  readonly totalSupply: bigint;
  readonly paused: boolean;
  /** `null` when there is no code to ask about. */
  readonly affiliateActive: boolean | null;
  /** Normal price of one ticket and of the quantity asked for, in wei. */
  readonly quote: Quote;
}

/** What a purchase is about: everything that the visitor saw when pressing Mint. */
export interface Order {
  readonly quantity: number;
  readonly affiliateCode: string | null;
  /** Wei shown as the price to pay; zero while no price is known. */
  readonly payable: bigint;
}

export interface Purchase {
  readonly transactionHash: string;
  readonly firstTokenId: bigint;
  readonly quantity: number;
}
