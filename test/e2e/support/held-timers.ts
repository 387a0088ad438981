import type { Page } from "@playwright/test";

/** Stops every timer of at least this length. Call it before the page opens. */
export async function holdTimersFrom(page: Page, ms: number): Promise<void> {
  await page.addInitScript((limit) => {
    const setShort = window.setTimeout.bind(window);
    const never = () => undefined;
    const set = (handler: TimerHandler, delay = 0, ...given: unknown[]) =>
      delay < limit ? setShort(handler, delay, ...given) : setShort(never, delay);
    Object.assign(window, { setTimeout: set });
  }, ms);
}
