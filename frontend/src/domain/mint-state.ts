import type { MintFailure } from "./mint-failure.ts";
import type { ShownOrder } from "./order.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

export type MintState =
  | { readonly step: "idle" }
  /** Reading the chain and the wallet; nothing is sent yet. */
  | { readonly step: "checking"; readonly order: ShownOrder }
  /** The wallet is asking its owner. */
  | { readonly step: "sending"; readonly order: ShownOrder }
  /** The visitor waits no longer. The request can't be taken back, so what the wallet sends late counts. */
  | {
      readonly step: "unanswered";
      readonly order: ShownOrder;
      /** What the visitor is told; `null` once that is dismissed. */
      readonly failure: MintFailure | null;
    }
  /** Sent; followed until it has settled. */
  | {
      readonly step: "mining";
      readonly pending: PendingPurchase;
      readonly notice: MiningNotice;
      /** Whether the browser remembers it, so that it is followed after a reload. */
      readonly kept: boolean;
    }
  /** Mined. It is followed on, since a block can still be exchanged. */
  | { readonly step: "done"; readonly pending: PendingPurchase; readonly purchase: Purchase }
  | {
      readonly step: "failed";
      readonly failure: MintFailure;
      /** Set when the transaction was sent, so that it can be looked at. */
      readonly transactionHash: string | null;
    };

/** What a visitor should know while a purchase is followed. */
export type MiningNotice =
  /** It takes the time that it takes. */
  | "none"
  /** The browser remembers it from before; no endpoint has been asked yet. */
  | "remembered"
  /** The buyer is a contract: its owners have to sign first. */
  | "owners"
  /** No endpoint knows the transaction, so it may never come. */
  | "unseen"
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
