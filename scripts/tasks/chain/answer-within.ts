/** Seconds. */
const DEFAULT = 25;

/** @returns milliseconds that one answer may take; `ANSWER_WITHIN_SECONDS` sets 1 to 30 s */
export function answerWithinMs(): number {
  const seconds = Number(process.env.ANSWER_WITHIN_SECONDS || DEFAULT);
  return 1000 * (seconds >= 1 && seconds <= 30 ? seconds : DEFAULT);
}
