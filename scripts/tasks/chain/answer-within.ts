/** Seconds. No wait is longer than twice this after the last answer. */
const DEFAULT = 25;

/** @returns how long one answer of an endpoint may take, in milliseconds; `ANSWER_WITHIN_SECONDS` sets 1 to 30 s */
export function answerWithinMs(): number {
  const seconds = Number(process.env.ANSWER_WITHIN_SECONDS || DEFAULT);
  return 1000 * (seconds >= 1 && seconds <= 30 ? seconds : DEFAULT);
}
