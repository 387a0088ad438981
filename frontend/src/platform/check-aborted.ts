/**
 * `AbortSignal.throwIfAborted`, which Chrome has since 100. Without the signal's reason, which it has since 98, the error is
 * the one that `fetch` throws then.
 */
export function checkAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new DOMException("Aborted", "AbortError");
}
