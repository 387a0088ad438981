import { expect, type Page } from "@playwright/test";

/**
 * Waits for what the page shows after its next poll or time-out, by advancing its clock, which has to be installed.
 * @returns resolves once `appears` does: it should wait for a moment only
 */
export function advancingClock(page: Page) {
  return (appears: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(2_000);
      await appears();
    }).toPass({ intervals: [50] });
}
