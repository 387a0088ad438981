import type { Habit } from "../injected-wallet.ts";

/**
 * EIP-6963 requires a frozen announcement, as in MetaMask and Rabby. Hardened wallets freeze the
 * provider too.
 */
export const frozenProvider: Habit = { presence: { frozen: true } };
