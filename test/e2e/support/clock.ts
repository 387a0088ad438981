import { expect, type Page } from "@playwright/test";

const ANIMATION_RATE = 50;

/** Each animation still runs and ends, within a frame or two. */
export async function quickAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: ANIMATION_RATE });
}

/** Advances the installed clock to the next poll or time-out. Pass an `appears` with a short wait. */
export function advancingClock(page: Page) {
  return (appears: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await page.clock.fastForward(10_000);
      await appears();
    }).toPass({ intervals: [50] });
}

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
