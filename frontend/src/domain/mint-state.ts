import type { MintFailure } from "./mint-failure.ts";
import type { Order, ShownOrder } from "./order.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

/** The checkout's state. From the wallet's request on, `id` names the purchase in the browser's journal. */
export type MintState =
  | { readonly step: "idle" }
  /** Reading the chain and the wallet; nothing is sent yet. */
  | { readonly step: "checking"; readonly order: ShownOrder }
  /** The wallet is asking its owner. */
  | {
      readonly step: "sending";
      readonly id: string;
      /** The order that was sent to the wallet. The form may show another one by now. */
      readonly order: Order;
      /** Whether it was asked before this page was loaded, or by another tab: its answer may come, or not. */
      readonly restored: boolean;
    }
  /** Sent; followed until it has settled. */
  | {
      readonly step: "mining";
      readonly id: string;
      readonly pending: PendingPurchase;
      readonly notice: MiningNotice;
      /** Whether the browser remembers it, so that it is followed after a reload. */
      readonly kept: boolean;
    }
  /** Mined. It is followed on, since a block can still be exchanged. */
  | {
      readonly step: "done";
      readonly id: string;
      readonly pending: PendingPurchase;
      readonly purchase: Purchase;
    }
  | {
      readonly step: "failed";
      /** `null` for a press that asked no wallet. */
      readonly id: string | null;
      readonly failure: MintFailure;
      /** Set when the transaction was sent, so that it can be looked at. */
      readonly transactionHash: string | null;
    };

/** Notices for a visitor who waits for a purchase. */
export type MiningNotice =
  /** It takes the time that it takes. */
  | "none"
  /** The browser remembers it from before; no endpoint has been asked yet. */
  | "remembered"
  /** The buyer is a contract: its owners have to sign first. */
  | "owners"
  /** No endpoint knows the transaction, so it may never come. */
  | "unseen"
  /** The network has had it for minutes without a block: its fee may be too low. */
  | "slow"
  /** An earlier transaction of the account has to be mined first. */
  | "behindNonce"
  /** Endpoints disagree about its outcome, or only one of several tells any. */
  | "unclear"
  /** It seems to have bought nothing, which is not certain yet. */
  | "confirming"
  /** It was mined, and the chain was reorganised without it. */
  | "reorganised";

/** Whether a mint is under way: the order is fixed. */
export function isBusy({ step }: MintState): boolean {
  return step === "checking" || step === "sending" || step === "mining";
}
