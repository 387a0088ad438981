import type { Habit } from "../injected-wallet.ts";

/** Extensions from before EIP-6963 beside Coinbase Wallet's, which collected all of them in `window.ethereum.providers`. */
export const collected: Habit = { presence: { announced: false, collected: true } };
