import type { Wallet, WalletState } from "../../../frontend/src/wallet/wallet.ts";

/** A wallet that does nothing. `set` changes its state, and tells the page. */
export function fakeWallet(first: WalletState, own: Partial<Wallet> = {}) {
  let state = first;
  const listeners = new Set<() => void>();
  const nothing = () => undefined;
  const later = async () => undefined;
  const wallet: Wallet = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warm: nothing,
    connect: later,
    cancelConnect: nothing,
    showAccount: later,
    switchNetwork: later,
    getLink: () => null,
    recall: async () => null,
    getProvider: () => null,
    ...own,
  };
  const set = (next: WalletState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return { wallet, set };
}
