import type { MintFailure } from "./mint-failure.ts";

export interface Circumstances {
  readonly buyer: string | null;
  readonly quantity: number;
  readonly code: string;
  readonly isPriced: boolean;
  readonly forSale: boolean;
  readonly isOffline: boolean;
}

/** Whether the cause of a failure has gone. The page then hides the failure's message. */
export function isCauseGone(
  failure: MintFailure,
  before: Circumstances,
  now: Circumstances,
): boolean {
  switch (failure.reason) {
    case "inactiveAffiliate":
      return now.code !== before.code;
    case "invalidAmount":
      return now.isPriced && !before.isPriced;
    case "offline":
      return before.isOffline && !now.isOffline;
    case "notConnected":
    case "accountChanged":
      return now.buyer !== before.buyer;
    case "insufficientFunds":
      return (
        now.buyer !== before.buyer || now.quantity < before.quantity || now.code !== before.code
      );
    case "refused":
      // The contract may refuse one account and accept another.
      if (now.buyer !== null && now.buyer !== before.buyer) return true;
      if (failure.refusal.kind === "affiliateNotActive") return now.code !== before.code;
      return failure.refusal.kind === "salePaused" && now.forSale && !before.forSale;
    default:
      return false;
  }
}
