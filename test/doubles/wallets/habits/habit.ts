import type { InjectedWallet, WalletRequest } from "../injected-wallet.ts";

/** A wallet's deviations from a standard-conforming wallet. */
export interface Habit {
  /** How the page finds it: announced by EIP-6963 by default. */
  readonly presence?: {
    readonly announced?: boolean;
    /** The delay after the request. */
    readonly announcedAfterMs?: number;
    /** As `window.ethereum`. */
    readonly injected?: boolean;
    readonly frozen?: boolean;
  };
  /** Answers in place of the wallet; `undefined` falls through to the wallet. */
  readonly answer?: (request: WalletRequest, wallet: InjectedWallet) => unknown;
  /** What listeners get instead of the documented argument. */
  readonly rewriteEvent?: (event: string, value: unknown) => unknown;
}
