import { afterEach, beforeEach, vi } from "vitest";

/** For tests that begin with `// @vitest-environment jsdom`. Other tests skip these imports. */
if (typeof document !== "undefined") {
  await import("@testing-library/jest-dom/vitest");
  const { cleanup } = await import("@testing-library/react");
  const { ReadableStream } = await import("node:stream/web");

  // jsdom lacks these browser features.
  Object.assign(globalThis, { ReadableStream });
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;
  Element.prototype.scrollIntoView ??= () => undefined;
  window.scrollBy = () => undefined;

  // Testing Library detects fake timers only by Jest's global, and otherwise waits for a stopped
  // clock.
  beforeEach(() => {
    vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  });

  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
}

afterEach(() => {
  vi.useRealTimers();
});
