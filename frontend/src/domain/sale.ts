import type { Order } from "./order.ts";
import type { Quote } from "./price.ts";

/** The sale as the contract returned it in one block. */
export interface Sale {
  readonly totalSupply: bigint;
  readonly paused: boolean;
  /** `null` when there is no code to ask about. */
  readonly affiliateActive: boolean | null;
  /** Normal price of one ticket and of the quantity asked for, in wei. */
  readonly quote: Quote;
}

export interface Purchase {
  readonly transactionHash: string;
  readonly firstTokenId: bigint;
  readonly quantity: number;
}

/** A purchase that a wallet is asked to send: enough to find it on the chain. */
export interface AskedPurchase {
  readonly buyer: string;
  readonly order: Order;
  /** The newest block when it was sent: it settles in a later one. */
  readonly sinceBlock: number;
  /** Tickets sold by then: its own have higher numbers. */
  readonly soldBefore: number;
  /** How many transactions the buyer had mined by then: its nonce is not lower. */
  readonly nonceFrom: number;
  /** Its nonce, once endpoints know the transaction. A replacement has the same one, and no other purchase does. */
  readonly nonce: number | null;
  /** Hash of the chain's first block, to know a local chain that was reset; `null` if it could not be read. */
  readonly genesis: string | null;
  /** Whether the buyer is a contract, such as a Safe: it has no nonce that identifies a purchase. */
  readonly byContract: boolean;
}

/** A purchase from the moment the wallet is asked until its outcome is certain. */
export interface PendingPurchase extends AskedPurchase {
  /**
   * As the wallet gave it; `null` until it does. It is a hint: a Safe gives a hash that no block will ever have, a faulty
   * wallet an old one.
   */
  readonly transactionHash: string | null;
}
