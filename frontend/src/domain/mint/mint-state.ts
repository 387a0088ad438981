import type { Order, ShownOrder } from "../order/order.ts";
import type { PendingPurchase, Purchase } from "../order/purchase.ts";
import type { MintFailure } from "./mint-failure.ts";

/** Once the page asks the wallet, `id` names the purchase in the browser's journal. */
export type MintState =
  | { readonly step: "idle" }
  /** Nothing is sent yet. */
  | { readonly step: "checking"; readonly order: ShownOrder }
  | {
      readonly step: "sending";
      readonly id: string;
      /** The form may show another order by now. */
      readonly order: Order;
      /** Another tab or an earlier visit asked the wallet, so its answer may never come. */
      readonly restored: boolean;
    }
  | {
      readonly step: "mining";
      readonly id: string;
      readonly pending: PendingPurchase;
      readonly notice: MiningNotice;
      /** Whether the purchase survives a reload. */
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
      /** `null` if the page did not ask a wallet. */
      readonly id: string | null;
      readonly failure: MintFailure;
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
  /** The network has had the transaction for minutes. Its fee may be too low. */
  | "slow"
  /** The account's earlier transaction must be mined first. */
  | "behindNonce"
  /** Endpoints disagree, or only one of several shows an outcome. */
  | "unclear"
  | "confirming"
  | "reorganised";

export function isBusy({ step }: MintState): boolean {
  return step === "checking" || step === "sending" || step === "mining";
}
