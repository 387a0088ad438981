import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

/**
 * Fails a test that logs an error, leaves a rejection unhandled, or logs a warning without
 * `expectWarning`.
 */

const rejections: unknown[] = [];
const expected: (string | RegExp)[] = [];
/**
 * Uses the real timer even under a fake clock, because Node reports rejections before that timer
 * runs.
 */
const { setImmediate } = globalThis;

const note = (reason: unknown) => rejections.push(reason);
process.on("unhandledRejection", note);
afterAll(() => void process.off("unhandledRejection", note));

/** Requires this warning at least once before the test ends. */
export function expectWarning(text: string | RegExp): void {
  expected.push(text);
}

beforeEach(() => {
  rejections.length = 0;
  expected.length = 0;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(async () => {
  await new Promise<void>((resolve) => setImmediate(() => resolve()));
  const errors = vi.mocked(console.error).mock.calls;
  const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => String(text));
  vi.restoreAllMocks();

  const matches = (text: string, pattern: string | RegExp) =>
    typeof pattern === "string" ? text === pattern : pattern.test(text);
  expect(errors, "console.error").toEqual([]);
  expect(rejections, "unhandled rejections").toEqual([]);
  expect(
    warnings.filter((text) => !expected.some((pattern) => matches(text, pattern))),
    "unexpected console.warn",
  ).toEqual([]);
  expect(
    expected.filter((pattern) => !warnings.some((text) => matches(text, pattern))),
    "console.warn that did not come",
  ).toEqual([]);
});
