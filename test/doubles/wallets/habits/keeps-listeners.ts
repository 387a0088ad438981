import type { Habit } from "../injected-wallet.ts";

/** Providers that wrap another one's `on` but not its `removeListener`: what was added is never removed. */
export const keepsListeners: Habit = { presence: { keepsListeners: true } };
