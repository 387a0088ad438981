import type { Order, ShownOrder } from "../order/order.ts";
import type { PendingPurchase, Purchase } from "../order/purchase.ts";
import type { MintFailure } from "./mint-failure.ts";
import { isBusy, type MiningNotice, type MintState } from "./mint-state.ts";

const idle: MintState = { step: "idle" };

type PressEvent =
  | { readonly type: "pressed"; readonly order: ShownOrder }
  /** The page rejected the order before it asked a wallet. */
  | { readonly type: "refused"; readonly failure: MintFailure }
  | { readonly type: "dismissed" };

export type PurchaseEvent = { readonly id: string } & (
  | { readonly type: "asked"; readonly order: Order }
  /** Another tab or an earlier visit asked the wallet. */
  | { readonly type: "resumed"; readonly pending: PendingPurchase }
  | { readonly type: "sent"; readonly pending: PendingPurchase; readonly kept: boolean }
  | { readonly type: "noticed"; readonly notice: MiningNotice }
  | { readonly type: "mined"; readonly pending: PendingPurchase; readonly purchase: Purchase }
  | { readonly type: "unmined" }
  | { readonly type: "failed"; readonly failure: MintFailure }
  | { readonly type: "setAside" }
);

export type MintEvent = PressEvent | PurchaseEvent;

/**
 * Implements the transitions of docs/explain/architecture.md. Ignores an event that does not fit
 * the state, because answers can come late.
 */
export function mintReducer(state: MintState, event: MintEvent): MintState {
  switch (event.type) {
    case "pressed":
      return isBusy(state) ? state : { step: "checking", order: event.order };
    case "refused":
      return state.step === "checking" || !isBusy(state)
        ? { step: "failed", id: null, failure: event.failure, transactionHash: null }
        : state;
    case "dismissed":
      return isBusy(state) ? state : idle;
    case "asked":
      return state.step === "checking"
        ? { step: "sending", id: event.id, order: event.order, restored: false }
        : state;
    case "resumed":
      return state.step === "idle" ? waiting(event.id, event.pending, "remembered") : state;
    default:
      return "id" in state && state.id === event.id ? purchaseReducer(state, event) : state;
  }
}

type OwnEvent = Exclude<PurchaseEvent, { type: "asked" | "resumed" }>;

function purchaseReducer(state: MintState, event: OwnEvent): MintState {
  const { id } = event;
  switch (event.type) {
    case "sent":
      return state.step === "sending"
        ? { step: "mining", id, pending: event.pending, notice: "none", kept: event.kept }
        : state;
    case "noticed":
      return state.step === "mining" ? { ...state, notice: event.notice } : state;
    case "mined":
      return state.step === "sending" || state.step === "mining"
        ? { step: "done", id, pending: event.pending, purchase: event.purchase }
        : state;
    case "unmined":
      return state.step === "done" ? waiting(id, state.pending, "reorganised") : state;
    case "failed":
      return state.step === "sending" || state.step === "mining"
        ? { step: "failed", id, failure: event.failure, transactionHash: hashIn(state) }
        : state;
    case "setAside":
      return state.step === "sending" || state.step === "mining" ? idle : state;
    default:
      return event satisfies never;
  }
}

function waiting(id: string, pending: PendingPurchase, notice: MiningNotice): MintState {
  return pending.transactionHash === null
    ? { step: "sending", id, order: pending.order, restored: true }
    : { step: "mining", id, pending, notice, kept: true };
}

function hashIn(state: MintState): string | null {
  return state.step === "mining" ? state.pending.transactionHash : null;
}
