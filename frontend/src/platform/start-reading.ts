/** Reads something for as long as a component shows it: a later answer is dropped. @returns ends it, for an effect */
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
