import { afterEach, beforeEach, vi } from "vitest";

/** For tests with a document, which begin with `// @vitest-environment jsdom`. Others need none of what this loads. */
if (typeof document !== "undefined") {
  await import("@testing-library/jest-dom/vitest");
  const { cleanup } = await import("@testing-library/react");
  const { ReadableStream } = await import("node:stream/web");

  // Browsers have them, jsdom has not.
  Object.assign(globalThis, { ReadableStream });
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList;
  Element.prototype.scrollIntoView ??= () => undefined;
  window.scrollBy = () => undefined;

  // Testing Library detects fake timers by Jest's global only, and would wait on a clock that stands still.
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
