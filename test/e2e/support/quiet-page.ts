import type { Page, Request } from "@playwright/test";

/** A page asks on within a frame of an answer, unless it waits for a timer. */
const FRAMES = 10;

/**
 * Counts the page's requests from here on.
 * @returns waits until none has been open for some frames in a row: what the page does with the last answer is done then, and
 *   is rendered
 */
export function quietPage(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let sent = 0;
  page.on("request", (request) => {
    sent += 1;
    open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));

  return async () => {
    for (let before = -1; before !== sent || open.size > 0; ) {
      before = sent;
      await page.evaluate(async (frames) => {
        for (let i = 0; i < frames; i += 1) await new Promise(requestAnimationFrame);
      }, FRAMES);
    }
  };
}
