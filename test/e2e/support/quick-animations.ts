import type { Page } from "@playwright/test";

/** Ends an animation of the kit's dialog within a frame or two. */
const RATE = 50;

/** Each animation still runs and ends, but no test waits for it. */
export async function quickAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: RATE });
}
