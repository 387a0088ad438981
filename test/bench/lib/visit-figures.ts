import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { ACTIVE_CODE } from "./sold-chain.ts";

export interface VisitFigures {
  readonly requests: number;
  readonly calls: number;
  readonly bytes: number;
  readonly gzipped: number;
}

export const VISITS = {
  "looked at for 3 minutes": { link: "", readEvery: 30, hiddenAfter: null },
  "with a code": { link: `?a=${ACTIVE_CODE}`, readEvery: 30, hiddenAfter: null },
  "with an inactive code": { link: "?a=never-was", readEvery: 60, hiddenAfter: null },
  "hidden after 1 minute": { link: "", readEvery: 30, hiddenAfter: 60 },
} as const;

export type Visit = keyof typeof VISITS;

const SECONDS = 180;
/** Milliseconds, longer than the page ever waits before a request. */
const QUIET_MS = 1_000;
const LONGEST_MS = 20_000;

/**
 * Advances the page's clock by only one poll, because each answer must arrive before the next
 * request.
 */
export async function measureVisit(
  browser: Browser,
  url: string,
  endpoint: string,
  visit: Visit,
): Promise<VisitFigures> {
  const { link, readEvery, hiddenAfter } = VISITS[visit];
  const context = await browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  const answers: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    const request = response.request();
    if (!response.url().startsWith(endpoint) || request.method() !== "POST") return;
    sent.push(request.postData() ?? "");
    answers.push(response.body());
  });
  await page.clock.install();
  await page.goto(url + link);
  await page
    .getByText(/\d\.\d{6} \w/)
    .first()
    .waitFor();
  for (let seconds = 0; seconds < SECONDS; seconds += readEvery) {
    if (seconds === hiddenAfter) await page.evaluate(HIDE);
    const before = answers.length;
    await page.clock.runFor(readEvery * 1_000);
    const isHidden = hiddenAfter !== null && seconds >= hiddenAfter;
    for (let waited = 0; waited < LONGEST_MS; waited += QUIET_MS) {
      await pause(QUIET_MS);
      if (isHidden || answers.length > before) break;
    }
    await Promise.all(answers);
  }
  const bodies = await Promise.all(answers);
  await context.close();
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    requests: sent.length,
    calls: sum(sent.map((body) => [JSON.parse(body)].flat().length)),
    bytes: sum(bodies.map((body) => body.length)),
    gzipped: sum(bodies.map((body) => gzipSync(body).length)),
  };
}

const HIDE = `
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
`;
