import { expect, type Page } from "@playwright/test";

/** Advances the installed clock to the next poll or time-out. Pass an `appears` with a short wait. */
export function advancingClock(page: Page) {
  return (appears: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(2_000);
      await appears();
    }).toPass({ intervals: [50] });
}
