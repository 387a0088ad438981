import type { Habit } from "../injected-wallet.ts";

/** In-app browsers of telephones' wallets, and extensions from before EIP-6963: `window.ethereum` and no announcement. */
export const injectedOnly: Habit = { presence: { announced: false, injected: true } };
