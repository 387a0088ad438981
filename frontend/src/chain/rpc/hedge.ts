import { withLinkedController } from "../../platform/linked-controller.ts";

export interface Hedge<Source, Answer> {
  readonly sources: readonly Source[];
  readonly lateAfterMs: number;
  /** After a provisional answer, the hedge waits this long for a final one. */
  readonly graceMs: number;
  /** @param onTrouble makes the hedge ask the next source at once */
  ask(source: Source, signal: AbortSignal, onTrouble: () => void): Promise<Answer>;
  isFinal(source: Source): boolean;
  onLate(source: Source): void;
}

/** `answers` is empty if every source failed. `error` is the last failure. */
type Hedged<Source, Answer> = { answers: ReadonlyMap<Source, Answer>; error: unknown };

/**
 * Asks the next source if the previous one fails, is late, or gives a provisional answer. Ends with
 * the first final answer, after the grace period, or when all sources have ended. Then it aborts
 * the remaining requests.
 */
export function hedge<Source, Answer>(
  { sources, lateAfterMs, graceMs, ask, isFinal, onLate }: Hedge<Source, Answer>,
  signal: AbortSignal | undefined,
): Promise<Hedged<Source, Answer>> {
  const timers: ReturnType<typeof setTimeout>[] = [];
  return withLinkedController(signal, async (settled) => {
    try {
      return await new Promise((resolve, reject) => {
        settled.signal.addEventListener("abort", () => reject(settled.signal.reason));
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
          const onLateSource = () => {
            onLate(source);
            askAnother();
          };
          timers.push(setTimeout(onLateSource, lateAfterMs));
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
      timers.forEach(clearTimeout);
      settled.abort();
    }
  });
}
