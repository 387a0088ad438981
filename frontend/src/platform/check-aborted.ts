/**
 * Chrome before 100 lacks `AbortSignal.throwIfAborted`. Before 98 it lacks `reason`, so this throws
 * the error that `fetch` throws there.
 */
export function checkAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new DOMException("Aborted", "AbortError");
}
