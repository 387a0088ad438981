import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// Testing Library detects fake timers by Jest's global only, and would wait on a clock that stands still.
beforeEach(() => {
  vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
});

afterEach(() => {
  if (typeof document !== "undefined") {
    cleanup();
    localStorage.clear();
  }
  vi.useRealTimers();
});
