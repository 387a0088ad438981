import type { Habit } from "../injected-wallet.ts";

/** Injected at once, and announced when its background script has answered. */
export function lateToAnnounce(afterMs: number): Habit {
  return { presence: { injected: true, announcedAfterMs: afterMs } };
}
