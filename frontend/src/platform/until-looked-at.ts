import { checkAborted } from "./check-aborted.ts";
import { delay } from "./delay.ts";

/** Waits for `ms` milliseconds, or until the page becomes visible. */
export async function untilLookedAt(ms: number, signal: AbortSignal): Promise<void> {
  const page = globalThis.document;
  const waiting = new AbortController();
  const end = () => waiting.abort();
  const lookedAt = () => {
    if (!page.hidden) end();
  };
  signal.addEventListener("abort", end);
  page?.addEventListener("visibilitychange", lookedAt);
  try {
    await delay(ms, signal.aborted ? signal : waiting.signal);
  } catch {
    checkAborted(signal);
  } finally {
    signal.removeEventListener("abort", end);
    page?.removeEventListener("visibilitychange", lookedAt);
  }
}
