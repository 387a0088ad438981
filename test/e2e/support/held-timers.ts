import type { Page } from "@playwright/test";

/**
 * Lets no timer of the page run that is set for so long or longer: what happens all the same has not waited for one. Must be
 * called before the page is opened.
 */
export async function holdTimersFrom(page: Page, ms: number): Promise<void> {
  await page.addInitScript((limit) => {
    const setShort = window.setTimeout.bind(window);
    const never = () => undefined;
    const set = (handler: TimerHandler, delay = 0, ...given: unknown[]) =>
      delay < limit ? setShort(handler, delay, ...given) : setShort(never, delay);
    Object.assign(window, { setTimeout: set });
  }, ms);
}
