import type { MintFailure } from "./mint-failure.ts";
import type { Order, ShownOrder } from "./order.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

/**
 * The checkout's state. Once the page asks the wallet, `id` names the purchase in the browser's
 * journal.
 */
export type MintState =
  | { readonly step: "idle" }
  /** Reads the chain and the wallet. Nothing is sent yet. */
  | { readonly step: "checking"; readonly order: ShownOrder }
  /** The wallet asks its owner. */
  | {
      readonly step: "sending";
      readonly id: string;
      /** The order sent to the wallet. The form may show another one by now. */
      readonly order: Order;
      /** Whether another tab or an earlier visit asked the wallet. Its answer may never come. */
      readonly restored: boolean;
    }
  | {
      readonly step: "mining";
      readonly id: string;
      readonly pending: PendingPurchase;
      readonly notice: MiningNotice;
      /** Whether the browser's storage has it, so a reload does not lose it. */
      readonly kept: boolean;
    }
  /** Mined. The page still follows it, because a reorganisation can drop it. */
  | {
      readonly step: "done";
      readonly id: string;
      readonly pending: PendingPurchase;
      readonly purchase: Purchase;
    }
  | {
      readonly step: "failed";
      /** `null` if the page asked no wallet. */
      readonly id: string | null;
      readonly failure: MintFailure;
      /** Set if the transaction was sent. */
      readonly transactionHash: string | null;
    };

export type MiningNotice =
  | "none"
  /** The purchase is from an earlier visit. No endpoint has answered yet. */
  | "remembered"
  /** The buyer is a contract, so its owners must sign first. */
  | "owners"
  /** No endpoint knows the transaction, so it may never come. */
  | "unseen"
  /** The network has had it for minutes. Its fee may be too low. */
  | "slow"
  /** The account's earlier transaction must be mined first. */
  | "behindNonce"
  /** Endpoints disagree about its outcome, or only one of several tells one. */
  | "unclear"
  /** It seems to have bought nothing, which is not yet certain. */
  | "confirming"
  /** It was mined, then a reorganisation dropped it. */
  | "reorganised";

export function isBusy({ step }: MintState): boolean {
  return step === "checking" || step === "sending" || step === "mining";
}
