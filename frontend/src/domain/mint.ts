import { messages } from "./messages.ts";
import type { ShownOrder } from "./order.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

/** Why a mint ended without tickets. */
export type MintFailure =
  | { readonly reason: "notConnected" }
  | { readonly reason: "wrongNetwork" }
  | { readonly reason: "inactiveAffiliate" }
  | { readonly reason: "invalidAmount" }
  | { readonly reason: "rejected" }
  | { readonly reason: "noProvider" }
  /** `detail` is a sentence for the visitor; a raw provider error never gets here. */
  | { readonly reason: "sendingFailed"; readonly detail: string };

/** Thrown by the ports of the mint flow, caught by it. */
export class MintError extends Error {
  readonly failure: MintFailure;

  constructor(failure: MintFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.name = "MintError";
    this.failure = failure;
  }
}

export type MintState =
  | { readonly step: "idle" }
  /** Reading the chain and the wallet; nothing is sent yet. */
  | { readonly step: "checking"; readonly order: ShownOrder }
  /** The wallet is asking its owner. */
  | { readonly step: "sending"; readonly order: ShownOrder }
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

export type MintEvent =
  | { readonly type: "pressed"; readonly order: ShownOrder }
  | { readonly type: "checked" }
  | { readonly type: "sent"; readonly pending: PendingPurchase; readonly kept: boolean }
  /** A purchase that was sent before the page was reloaded, or from another tab. */
  | { readonly type: "resumed"; readonly pending: PendingPurchase }
  | { readonly type: "noticed"; readonly notice: MiningNotice }
  | { readonly type: "mined"; readonly purchase: Purchase }
  | { readonly type: "unmined" }
  | { readonly type: "failed"; readonly failure: MintFailure }
  /** The visitor waits no longer for the wallet, or for the chain. */
  | { readonly type: "stopped"; readonly failure: MintFailure | null }
  | { readonly type: "dismissed" };

export const idle: MintState = { step: "idle" };

/** Whether a mint is under way, so that pressing Mint must not start another. */
export function isBusy(state: MintState): boolean {
  return state.step === "checking" || state.step === "sending" || state.step === "mining";
}

/** An event that doesn't fit the state changes nothing: a late answer can't bring a finished mint back. */
export function mintReducer(state: MintState, event: MintEvent): MintState {
  switch (event.type) {
    case "pressed":
      return isBusy(state) ? state : { step: "checking", order: event.order };
    case "checked":
      return state.step === "checking" ? { step: "sending", order: state.order } : state;
    case "sent":
      // Also after the visitor stopped waiting: what the wallet sent late is sent all the same.
      return state.step === "sending" || !isBusy(state)
        ? { step: "mining", pending: event.pending, notice: "none", kept: event.kept }
        : state;
    case "resumed":
      return state.step === "idle"
        ? { step: "mining", pending: event.pending, notice: "remembered", kept: true }
        : state;
    case "noticed":
      return state.step === "mining" ? { ...state, notice: event.notice } : state;
    case "mined":
      return state.step === "mining"
        ? { step: "done", pending: state.pending, purchase: event.purchase }
        : state;
    case "unmined":
      return state.step === "done"
        ? { step: "mining", pending: state.pending, notice: "reorganised", kept: true }
        : state;
    case "failed":
      return isBusy(state)
        ? {
            step: "failed",
            failure: event.failure,
            transactionHash: state.step === "mining" ? state.pending.transactionHash : null,
          }
        : state;
    case "stopped":
      if (event.failure === null) return state.step === "mining" ? idle : state;
      return state.step === "sending" || !isBusy(state)
        ? { step: "failed", failure: event.failure, transactionHash: null }
        : state;
    case "dismissed":
      return isBusy(state) ? state : idle;
    default:
      return event satisfies never;
  }
}

/** The words for a failure (spec section 8). */
export function failureMessage(failure: MintFailure, networkName: string): string {
  switch (failure.reason) {
    case "notConnected":
      return messages.notConnected;
    case "wrongNetwork":
      return messages.wrongNetwork(networkName);
    case "inactiveAffiliate":
      return messages.inactiveAffiliate;
    case "invalidAmount":
      return messages.invalidAmount;
    case "rejected":
      return messages.rejected;
    case "noProvider":
      return messages.noProvider;
    case "sendingFailed":
      return messages.sendingFailed(failure.detail);
    default:
      return failure satisfies never;
  }
}
