import { checkAborted } from "../../platform/check-aborted.ts";

export interface Hedge<Source, Answer> {
  /** In order of preference. */
  readonly sources: readonly Source[];
  /** How long a source is waited for before the next one is asked as well. */
  readonly lateAfterMs: number;
  /** How long an answer that is not final waits for a final one. */
  readonly graceMs: number;
  /** @param onTrouble to be called if the answer will take longer: the next source is asked then */
  ask(source: Source, signal: AbortSignal, onTrouble: () => void): Promise<Answer>;
  /** Whether the answer of this source needs no other one beside it. */
  isFinal(source: Source): boolean;
  onLate(source: Source): void;
}

export interface Hedged<Source, Answer> {
  /** Empty if every source has failed. */
  readonly answers: ReadonlyMap<Source, Answer>;
  /** Of the source that failed last. */
  readonly error: unknown;
}

/**
 * Hedged requests: the next source is asked as soon as the one before fails, is late, or gives an answer that is not final.
 * Ends with the first final answer, with the end of the grace after one that is not, or when every source has ended. What
 * is still under way then is aborted.
 */
export async function hedge<Source, Answer>(
  { sources, lateAfterMs, graceMs, ask, isFinal, onLate }: Hedge<Source, Answer>,
  signal: AbortSignal | undefined,
): Promise<Hedged<Source, Answer>> {
  checkAborted(signal);
  const settled = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = () => settled.abort(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      const answers = new Map<Source, Answer>();
      let asked = 0;
      let failed = 0;
      let error: unknown;
      const settle = () => resolve({ answers, error });

      const askNext = () => {
        const source = sources[asked];
        if (source === undefined) return;
        asked += 1;
        let hedged = false;
        const askAnother = () => {
          if (!hedged) askNext();
          hedged = true;
        };
        const isLast = () => answers.size + failed === sources.length;
        timers.push(
          setTimeout(() => {
            onLate(source);
            askAnother();
          }, lateAfterMs),
        );
        ask(source, settled.signal, askAnother).then(
          (answer) => {
            answers.set(source, answer);
            if (isFinal(source) || isLast()) return settle();
            timers.push(setTimeout(settle, graceMs));
            askAnother();
          },
          (reason: unknown) => {
            failed += 1;
            error = reason;
            if (isLast()) settle();
            askAnother();
          },
        );
      };
      askNext();
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
    settled.abort();
  }
}
