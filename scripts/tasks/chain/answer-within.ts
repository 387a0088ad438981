/** Seconds. */
const DEFAULT = 25;

/** Returns milliseconds per answer. `ANSWER_WITHIN_SECONDS` accepts 1 to 30. */
export function answerWithinMs(): number {
  const seconds = Number(process.env.ANSWER_WITHIN_SECONDS || DEFAULT);
  return 1000 * (seconds >= 1 && seconds <= 30 ? seconds : DEFAULT);
}
