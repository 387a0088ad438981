import type { Habit } from "../injected-wallet.ts";

/** Providers that wrap another provider's `on` but not its `removeListener`, so listeners stay forever. */
export const keepsListeners: Habit = { presence: { keepsListeners: true } };
