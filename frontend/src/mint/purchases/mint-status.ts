import type { MintFailure } from "../../domain/mint/mint-failure.ts";
import type { MintState } from "../../domain/mint/mint-state.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";

export interface EarlierPurchase {
  readonly id: string;
  readonly pending: PendingPurchase;
  readonly outcome:
    | { readonly kind: "open" }
    | { readonly kind: "bought"; readonly purchase: Purchase }
    | { readonly kind: "notBought"; readonly failure: MintFailure };
}

export interface MintView {
  readonly current: MintState;
  /** The earlier purchases, oldest first. */
  readonly earlier: readonly EarlierPurchase[];
  readonly fee: NetworkFee | null;
}

export interface NetworkFee {
  readonly wei: bigint;
  readonly words: string;
}

export interface MintStatus {
  getState(): MintView;
  subscribe(listener: () => void): () => void;
}

/** Only the store, which loads later, may change the state. */
export interface OwnedMintStatus extends MintStatus {
  setState(next: MintView): void;
}

export const nothingUnderWay: MintView = { current: { step: "idle" }, earlier: [], fee: null };

export function createMintStatus(): OwnedMintStatus {
  let view = nothingUnderWay;
  const listeners = new Set<() => void>();
  return {
    getState: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setState(next) {
      view = next;
      for (const listener of listeners) listener();
    },
  };
}
