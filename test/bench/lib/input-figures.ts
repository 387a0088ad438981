import { setTimeout as pause } from "node:timers/promises";
import type { Browser, CDPSession } from "@playwright/test";
import { ANNOUNCE_WALLET } from "./announced-wallet.ts";
import { PAINTED, type Place, press, slowPage } from "./slow-phone.ts";

export interface InputFigures {
  /** The slowest answer to a click or key, until the next frame, in milliseconds. */
  readonly slowest: number;
  readonly longestTask: number;
}

const ROUNDS = 20;
const BETWEEN_MS = 100;

/**
 * Changes the quantity while the browser runs prefetched code; the first click is the visitor's
 * first interaction.
 * @param readMs milliseconds before the first click; with 0 the page still loads the code for
 * Connect
 */
export async function measureInput(
  browser: Browser,
  url: string,
  readMs: number,
): Promise<InputFigures> {
  const { context, page, session } = await slowPage(browser);
  await page.addInitScript({ content: `${ANNOUNCE_WALLET}; ${PAINTED}; ${OBSERVE}` });
  await page.goto(url, { waitUntil: "commit" });
  const { plus, field } = await page.evaluate<{ plus: Place; field: Place }>(
    `window.ready(${readMs})`,
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const place of [plus, field]) {
      await press(session, place);
      await pause(BETWEEN_MS);
    }
    await type(session, "Backspace");
    await type(session, String((round % 4) + 1));
  }
  const figures = await page.evaluate<InputFigures>("window.figures()");
  await context.close();
  return figures;
}

async function type(session: CDPSession, key: string): Promise<void> {
  const pressed =
    key === "Backspace"
      ? { key, windowsVirtualKeyCode: 8 }
      : { key, text: key, windowsVirtualKeyCode: key.charCodeAt(0) };
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...pressed });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...pressed });
  await pause(BETWEEN_MS);
}

const OBSERVE = `
  const seen = { event: [], longtask: [] };
  for (const type of Object.keys(seen)) {
    const keep = (list) => seen[type].push(...list.getEntries());
    new PerformanceObserver(keep).observe({ type, buffered: true, durationThreshold: 16 });
  }
  const middle = (selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  window.ready = async (ms) => {
    const first = await painted;
    await new Promise((resolve) => setTimeout(resolve, first + ms - performance.now()));
    return { plus: middle("[aria-label='Increase quantity']"), field: middle("#quantity") };
  };
  window.figures = async () => {
    const first = await painted;
    const durations = (entries) => entries.map(({ duration }) => duration);
    const answered = seen.event.filter(({ interactionId }) => interactionId > 0);
    if (answered.length === 0) throw new Error("No press or key took a frame");
    const tasks = seen.longtask.filter(({ startTime, duration }) => startTime + duration > first);
    return {
      slowest: Math.max(...durations(answered)),
      longestTask: Math.max(0, ...durations(tasks)),
    };
  };
`;
