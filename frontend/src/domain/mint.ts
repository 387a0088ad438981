import type { MintFailure } from "./mint-failure.ts";
import { idle, isBusy, type MiningNotice, type MintState } from "./mint-state.ts";
import type { ShownOrder } from "./order.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

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
