import { parseEther } from "ethers";
import type { PendingPurchase } from "../../../frontend/src/domain/order/purchase.ts";

export interface SentPurchase extends PendingPurchase {
  readonly transactionHash: string;
}

/**
 * The purchase was sent at block 10, after six sold tickets and five mined transactions of the
 * buyer.
 */
export function pendingPurchase(fields: Partial<SentPurchase> = {}): SentPurchase {
  return {
    transactionHash: `0x${"ab".repeat(32)}`,
    buyer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    order: { quantity: 2, affiliate: { kind: "none" }, payable: parseEther("0.1") },
    sinceBlock: 10,
    soldBefore: 6,
    nonceFrom: 5,
    nonce: null,
    genesis: null,
    byContract: false,
    ...fields,
  };
}
