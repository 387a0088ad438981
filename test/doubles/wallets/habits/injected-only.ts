import type { Habit } from "../injected-wallet.ts";

/**
 * In-app browsers of mobile wallets, and extensions older than EIP-6963: `window.ethereum` without an
 * announcement.
 */
export const injectedOnly: Habit = { presence: { announced: false, injected: true } };
