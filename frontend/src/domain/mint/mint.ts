import type { Order, ShownOrder } from "../order/order.ts";
import type { PendingPurchase, Purchase } from "../order/sale.ts";
import type { MintFailure } from "./mint-failure.ts";
import type { MiningNotice, MintState } from "./mint-state.ts";

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
      return isAtRest(state) ? { step: "checking", order: event.order } : state;
    case "refused":
      return state.step === "checking" || isAtRest(state)
        ? { step: "failed", id: null, failure: event.failure, transactionHash: null }
        : state;
    case "dismissed":
      return isAtRest(state) ? idle : state;
    case "asked":
      return state.step === "checking"
        ? { step: "sending", id: event.id, order: event.order, restored: false }
        : state;
    case "resumed":
      return state.step === "idle" ? resumed(event) : state;
    default:
      return "id" in state && state.id === event.id ? purchaseReducer(state, event) : state;
  }
}

function resumed({ id, pending }: { readonly id: string; readonly pending: PendingPurchase }) {
  return pending.transactionHash === null
    ? ({ step: "sending", id, order: pending.order, restored: true } as const)
    : ({ step: "mining", id, pending, notice: "remembered", kept: true } as const);
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
      return state.step === "done" ? taken(id, state.pending) : state;
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

function taken(id: string, pending: PendingPurchase): MintState {
  return pending.transactionHash === null
    ? { step: "sending", id, order: pending.order, restored: true }
    : { step: "mining", id, pending, notice: "reorganised", kept: true };
}

function hashIn(state: MintState): string | null {
  return state.step === "mining" ? state.pending.transactionHash : null;
}

export function isAtRest({ step }: MintState): boolean {
  return step === "idle" || step === "done" || step === "failed";
}
