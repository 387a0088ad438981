import { codes, ProviderError } from "./provider-error.ts";

export type Listener = (payload: unknown) => void;
export type AccountStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;
export type Session = ReturnType<typeof createSession>;

const STORAGE_KEY = "local-test-wallet.account";

/** The wallet's account and chain. Their changes are the provider's events. */
export function createSession(chainId: number, storage: AccountStorage) {
  const ownChain = toHex(chainId);
  const listeners = new Map<string, Set<Listener>>();
  let chain = ownChain;
  let account = storage.getItem(STORAGE_KEY);

  function emit(event: string, payload: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  }

  return {
    ownChain,
    chain: () => chain,
    account: () => account,
    emit,
    on(event: string, listener: Listener): void {
      const present = listeners.get(event) ?? new Set();
      listeners.set(event, present.add(listener));
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener);
    },
    /** @param chosen `null` disconnects */
    choose(chosen: string | null): void {
      if (chosen === account) return;
      const first = account === null;
      account = chosen;
      if (chosen === null) storage.removeItem(STORAGE_KEY);
      else storage.setItem(STORAGE_KEY, chosen);
      if (first) emit("connect", { chainId: chain });
      emit("accountsChanged", chosen === null ? [] : [chosen]);
    },
    moveTo(chainId: string): void {
      chain = chainId;
      emit("chainChanged", chainId);
    },
    assertConnected(address: unknown): void {
      if (account === null || String(address).toLowerCase() !== account.toLowerCase()) {
        throw new ProviderError(codes.unauthorized, "The page is not connected to this account.");
      }
    },
    assertOwnChain(): void {
      if (chain !== ownChain) {
        throw new ProviderError(
          codes.chainDisconnected,
          `The test wallet is on chain ${chain} and has a node for ${ownChain} only.`,
        );
      }
    },
  };
}

export function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}
