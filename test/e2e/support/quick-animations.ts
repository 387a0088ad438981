import type { Page } from "@playwright/test";

const RATE = 50;

/** Each animation still runs and ends, within a frame or two. */
export async function quickAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: RATE });
}
