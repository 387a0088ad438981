import type { Habit } from "../injected-wallet.ts";

/** Injected at once, but announced only after the extension's background script answers. */
export function lateToAnnounce(afterMs: number): Habit {
  return { presence: { injected: true, announcedAfterMs: afterMs } };
}
