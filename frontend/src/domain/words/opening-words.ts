import { language } from "../../../../collection.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The message uses the largest unit of which at least two are left. */
const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** @param timeZone the visitor's own if left out */
export function openingDate(opens: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(opens);
}

/**
 * The time left, such as "in 3 days"; `null` after the opening.
 * @param calm hides single seconds
 */
export function timeLeft(opens: number, now: number, calm = false): string | null {
  const left = opens - now;
  if (left <= 0) return null;
  const told = new Intl.RelativeTimeFormat(language);
  for (const [unit, ms] of UNITS) {
    if (left >= 2 * ms) return told.format(Math.floor(left / ms), unit);
  }
  if (calm) return left > MINUTE_MS ? told.format(1, "minute") : "in less than a minute";
  return told.format(Math.ceil(left / 1000), "second");
}

export const opening = {
  due: (date: string) => `Opens on ${date}, your time`,
  /** The planned time has passed, but sales are paused. */
  late: (date: string) =>
    `Not open yet (planned for ${date}, your time). This page keeps checking, and opens by itself.`,
  /** Words for a sale that is paused after it has sold tickets. */
  again: "This page keeps checking, and opens by itself.",
} as const;
