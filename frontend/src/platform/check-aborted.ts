/**
 * Replaces `AbortSignal.throwIfAborted`, which Chrome lacks before 100. Before Chrome 98 a signal
 * has no reason, so this throws the error that `fetch` throws there.
 */
export function checkAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new DOMException("Aborted", "AbortError");
}
