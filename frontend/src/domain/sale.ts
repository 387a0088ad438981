import type { Order } from "./order.ts";
import type { Quote } from "./price.ts";

/** At one block. */
export interface Sale {
  readonly totalSupply: bigint;
  readonly paused: boolean;
  /** `null` without a code. */
  readonly affiliateActive: boolean | null;
  /** For the requested quantity, in wei. */
  readonly quote: Quote;
}

export interface Purchase {
  readonly transactionHash: string;
  readonly firstTokenId: bigint;
  readonly quantity: number;
}

/** The fields identify the purchase on the chain. */
export interface AskedPurchase {
  readonly buyer: string;
  readonly order: Order;
  /** The newest block at that time. The purchase is in a later one. */
  readonly sinceBlock: number;
  /** Tickets sold by then. The purchase has higher numbers. */
  readonly soldBefore: number;
  /** The buyer's transaction count by then. The purchase's nonce is not lower. */
  readonly nonceFrom: number;
  /** Its nonce, once endpoints know the transaction. A replacement has the same nonce. */
  readonly nonce: number | null;
  /** The first block's hash detects a reset local chain; `null` if it could not be read. */
  readonly genesis: string | null;
  /** A contract's nonce, such as a Safe's, does not identify a purchase. */
  readonly byContract: boolean;
}

export interface PendingPurchase extends AskedPurchase {
  /**
   * `null` until the wallet answers. It is only a hint: a Safe returns a hash that no block will
   * contain, and a faulty wallet an old one.
   */
  readonly transactionHash: string | null;
}
