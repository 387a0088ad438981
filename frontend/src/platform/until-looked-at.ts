import { checkAborted } from "./check-aborted.ts";
import { delay } from "./delay.ts";
import { withLinkedController } from "./linked-controller.ts";

/** Waits for `ms` milliseconds, or until the page becomes visible. */
export function untilLookedAt(ms: number, signal: AbortSignal): Promise<void> {
  const page = globalThis.document;
  return withLinkedController(signal, async (waiting) => {
    const lookedAt = () => {
      if (!page.hidden) waiting.abort();
    };
    page?.addEventListener("visibilitychange", lookedAt);
    try {
      await delay(ms, waiting.signal);
    } catch {
      checkAborted(signal);
    } finally {
      page?.removeEventListener("visibilitychange", lookedAt);
    }
  });
}
