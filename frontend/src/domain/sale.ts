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

/** A purchase that was handed to the network and has not settled: enough to follow it, even after a reload. */
export interface PendingPurchase {
  readonly transactionHash: string;
  readonly buyer: string;
  readonly order: Order;
  /** The newest block when it was sent: it can't have settled before. */
  readonly sinceBlock: number;
  /** Whether the buyer is a contract, such as a Safe: its hash may be one that no block will ever have. */
  readonly byContract: boolean;
}
