/**
 * Ignores an answer that arrives after the caller ended the read.
 * @returns a function that ends it
 */
export function startReading<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  onRead: (value: Value) => void,
  onFailure: (error: unknown) => void = () => undefined,
): () => void {
  const reading = new AbortController();
  const unlessEnded =
    <Told>(tell: (told: Told) => void) =>
    (told: Told) => {
      if (!reading.signal.aborted) tell(told);
    };
  read(reading.signal).then(unlessEnded(onRead), unlessEnded(onFailure));
  return () => reading.abort();
}
