import type { MintFailure } from "./mint-failure.ts";
import type { MiningNotice, MintState } from "./mint-state.ts";
import type { ShownOrder } from "./order.ts";
import type { PendingPurchase, Purchase } from "./sale.ts";

const idle: MintState = { step: "idle" };

export type MintEvent =
  | { readonly type: "pressed"; readonly order: ShownOrder }
  /** Mint was pressed and must not start: an earlier purchase may still be mined. */
  | { readonly type: "refused"; readonly failure: MintFailure }
  | { readonly type: "checked" }
  /** The visitor waits no longer for the wallet. */
  | { readonly type: "stoppedWaiting" }
  | { readonly type: "sent"; readonly pending: PendingPurchase; readonly kept: boolean }
  /** The wallet was asked before the page was reloaded, and may still answer. */
  | { readonly type: "recalled"; readonly order: ShownOrder }
  /** A purchase that was sent before the page was reloaded, or from another tab. */
  | { readonly type: "resumed"; readonly pending: PendingPurchase }
  | { readonly type: "noticed"; readonly notice: MiningNotice }
  | { readonly type: "mined"; readonly purchase: Purchase }
  | { readonly type: "unmined" }
  | { readonly type: "failed"; readonly failure: MintFailure }
  /** The visitor waits no longer for the chain. */
  | { readonly type: "setAside" }
  | { readonly type: "dismissed" };

/**
 * The transitions of docs/architecture.md. An event that doesn't fit the state changes nothing: a late answer can't bring
 * a finished mint back.
 */
export function mintReducer(state: MintState, event: MintEvent): MintState {
  switch (event.type) {
    case "pressed":
      if (state.step === "unanswered") return { ...state, failure: { reason: "requestOpen" } };
      return isAtRest(state) ? { step: "checking", order: event.order } : state;
    case "refused":
      return isAtRest(state) ? failed(event.failure) : state;
    case "checked":
      return state.step === "checking" ? { step: "sending", order: state.order } : state;
    case "recalled":
      return state.step === "idle" ? { step: "sending", order: event.order } : state;
    case "stoppedWaiting":
      return state.step === "sending"
        ? { step: "unanswered", order: state.order, failure: { reason: "stoppedWaiting" } }
        : state;
    case "sent":
      // Also after the visitor stopped waiting: what the wallet sent late is sent all the same.
      return state.step === "sending" || state.step === "unanswered"
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
      switch (state.step) {
        case "checking":
        case "sending":
          return failed(event.failure);
        case "unanswered":
          // Nothing was sent; the visitor has been told already, and may have dismissed it.
          return state.failure === null ? idle : failed(state.failure);
        case "mining":
          return failed(event.failure, state.pending.transactionHash);
        default:
          return state;
      }
    case "setAside":
      return state.step === "mining" ? idle : state;
    case "dismissed":
      if (state.step === "unanswered") return { ...state, failure: null };
      return isAtRest(state) ? idle : state;
    default:
      return event satisfies never;
  }
}

function failed(failure: MintFailure, transactionHash: string | null = null): MintState {
  return { step: "failed", failure, transactionHash };
}

/** Whether a press on Mint starts one. */
export function isAtRest({ step }: MintState): boolean {
  return step === "idle" || step === "done" || step === "failed";
}
