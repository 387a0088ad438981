import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "@playwright/test";
import { browserLaunchOptions } from "../../../scripts/dev/browser.ts";
import type { HeadersOf } from "../../support/static-server.ts";

/** The "Slow 4G" of Chrome's developer tools for every request, and a quarter of the CPU's speed. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

/**
 * Blocks other hosts at the resolver, because Playwright's interception would disable the browser's
 * cache and count a prefetched file twice.
 */
const NOBODY_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

const ASSETS_ARE_KEPT = { "cache-control": "public, max-age=31536000, immutable" };

/** Sends the build's headers, so browsers cache files with a hash in their name. */
export const hostHeaders: HeadersOf = (file) =>
  file.startsWith("/assets/") ? ASSETS_ARE_KEPT : {};

export async function launchAlone(...args: readonly string[]): Promise<Browser> {
  const launch = await browserLaunchOptions();
  return chromium.launch({ ...launch, args: [...(launch.args ?? []), NOBODY_ELSE, ...args] });
}

export interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Presses without hovering first, like a finger. */
export async function press(session: CDPSession, place: Place): Promise<void> {
  const at = { ...place, button: "left", clickCount: 1 } as const;
  await session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
  await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
}

/** Source text: when the page first painted, in milliseconds. */
export const PAINTED = `
  const painted = new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      const paint = list.getEntriesByName("first-contentful-paint")[0];
      if (paint !== undefined) resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true });
  });
`;

export async function fastPage(browser: Browser): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { context, page, session };
}

export async function slowPage(browser: Browser): Promise<OpenedPage> {
  const opened = await fastPage(browser);
  await opened.session.send("Network.enable");
  await opened.session.send("Network.emulateNetworkConditions", SLOW_4G);
  await opened.session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return opened;
}
