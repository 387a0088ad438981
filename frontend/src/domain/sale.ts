import type { Order } from "./order.ts";
import type { Quote } from "./price.ts";

/** The sale as the contract returned it at one block. */
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

/** A purchase that the page asks a wallet to send, with the facts that identify it on the chain. */
export interface AskedPurchase {
  readonly buyer: string;
  readonly order: Order;
  /** The newest block when the wallet was asked. The purchase is in a later one. */
  readonly sinceBlock: number;
  /** Tickets sold at that block. The purchase's numbers are higher. */
  readonly soldBefore: number;
  /** The buyer's transaction count at that block. The purchase's nonce is not lower. */
  readonly nonceFrom: number;
  /** Its nonce, once endpoints know the transaction. A replacement has the same nonce. */
  readonly nonce: number | null;
  /** The first block's hash, which detects a reset local chain; `null` if it could not be read. */
  readonly genesis: string | null;
  /**
   * Whether the buyer is a contract, such as a Safe. A contract's nonce does not identify a
   * purchase.
   */
  readonly byContract: boolean;
}

/** A purchase between the wallet's request and its certain outcome. */
export interface PendingPurchase extends AskedPurchase {
  /**
   * The hash from the wallet; `null` until it answers. It is only a hint: a Safe returns a hash
   * that no block will contain, and a faulty wallet an old one.
   */
  readonly transactionHash: string | null;
}
