import type { Order } from "./order.ts";

export interface Purchase {
  readonly transactionHash: string;
  readonly firstTokenId: bigint;
  readonly quantity: number;
}

/** A purchase that the page asks a wallet to send. The fields identify it on the chain. */
export interface AskedPurchase {
  readonly buyer: string;
  readonly order: Order;
  /** The newest block when the page asked. The purchase is in a later one. */
  readonly sinceBlock: number;
  /** Tickets sold before the purchase. Its tickets have higher numbers. */
  readonly soldBefore: number;
  /** The buyer's transaction count before the purchase. Its nonce is not lower. */
  readonly nonceFrom: number;
  /**
   * The purchase's nonce, once endpoints know the transaction. A replacement has the same nonce.
   */
  readonly nonce: number | null;
  /** The first block's hash detects a reset local chain; `null` if it could not be read. */
  readonly genesis: string | null;
  /** Whether the buyer is a contract, such as a Safe. Its nonce does not identify a purchase. */
  readonly byContract: boolean;
}

export interface PendingPurchase extends AskedPurchase {
  /**
   * The wallet's hash; `null` until it answers. It is only a hint: a Safe's hash never appears in a
   * block, and a faulty wallet returns an old one.
   */
  readonly transactionHash: string | null;
}
