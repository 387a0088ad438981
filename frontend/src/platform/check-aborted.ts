/** Chrome before 100 lacks `AbortSignal.throwIfAborted`, and before 98 also `reason`. */
export function checkAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new DOMException("Aborted", "AbortError");
}
