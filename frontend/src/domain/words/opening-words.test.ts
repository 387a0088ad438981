import { describe, expect, it } from "vitest";
import { openingDate, timeLeft } from "./opening-words.ts";

const OPENS = Date.UTC(2026, 11, 1, 18);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("the opening's date", () => {
  it.each([
    ["UTC", "1 December 2026 at 18:00"],
    ["America/Los_Angeles", "1 December 2026 at 10:00"],
    ["Pacific/Auckland", "2 December 2026 at 07:00"],
    ["Asia/Kolkata", "1 December 2026 at 23:30"],
  ])("is that of the visitor's zone: %s", (timeZone, date) => {
    expect(openingDate(OPENS, timeZone)).toBe(date);
  });
});

describe("the time that is left", () => {
  it.each([
    [3 * DAY + HOUR, "in 3 days"],
    [2 * DAY, "in 2 days"],
    [2 * DAY - 1, "in 47 hours"],
    [2 * HOUR, "in 2 hours"],
    [2 * HOUR - 1, "in 119 minutes"],
    [2 * MINUTE, "in 2 minutes"],
    [2 * MINUTE - 1, "in 120 seconds"],
    [1, "in 1 second"],
  ])("of %d ms is told as %s", (left, words) => {
    expect(timeLeft(OPENS, OPENS - left)).toBe(words);
  });

  it("is none from that moment on", () => {
    expect(timeLeft(OPENS, OPENS)).toBeNull();
    expect(timeLeft(OPENS, OPENS + 10 * DAY)).toBeNull();
  });

  it.each([
    [2 * MINUTE, "in 2 minutes"],
    [MINUTE + 1, "in 1 minute"],
    [MINUTE, "in less than a minute"],
    [1, "in less than a minute"],
  ])("is told without single seconds where nothing is to move: %d ms", (left, words) => {
    expect(timeLeft(OPENS, OPENS - left, true)).toBe(words);
  });
});
