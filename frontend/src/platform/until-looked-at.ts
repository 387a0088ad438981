import { delay } from "./delay.ts";
import { withLinkedController } from "./linked-controller.ts";

/** Waits for `ms` milliseconds, until the page becomes visible, or until `signal` aborts. */
export function untilLookedAt(ms: number, signal: AbortSignal): Promise<void> {
  const page = globalThis.document;
  return withLinkedController(signal, async (waiting) => {
    const lookedAt = () => {
      if (!page.hidden) waiting.abort();
    };
    page?.addEventListener("visibilitychange", lookedAt);
    await delay(ms, waiting.signal).catch(() => undefined);
    page?.removeEventListener("visibilitychange", lookedAt);
  });
}
