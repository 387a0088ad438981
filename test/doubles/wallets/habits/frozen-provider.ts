import type { Habit } from "../injected-wallet.ts";

/** EIP-6963 asks for a frozen announcement; MetaMask and Rabby freeze it, and hardened ones freeze the provider too. */
export const frozenProvider: Habit = { presence: { frozen: true } };
