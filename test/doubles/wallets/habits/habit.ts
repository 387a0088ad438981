import type { InjectedWallet, WalletRequest } from "../injected-wallet.ts";

/** What a wallet does in its own way, on top of a wallet that does everything by the book. */
export interface Habit {
  /** How it shows itself to the page: announced by EIP-6963 unless told otherwise. */
  readonly presence?: {
    readonly announced?: boolean;
    /** How long after it is asked to. */
    readonly announcedAfterMs?: number;
    /** As `window.ethereum`. */
    readonly injected?: boolean;
    readonly frozen?: boolean;
  };
  /** Answers in the wallet's place; `undefined` leaves it to the wallet. */
  readonly answer?: (request: WalletRequest, wallet: InjectedWallet) => unknown;
  /** What listeners are given instead of what the documents say. */
  readonly told?: (event: string, value: unknown) => unknown;
}
