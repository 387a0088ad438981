import { isMetered } from "./platform/metered.ts";
import { compileChunk, fetchOnce, filesOf, runChunk } from "./preload-chunks.ts";

/** Events that show that a visitor is using the page. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];

const LONGEST_WAIT_MS = 1_000;

/**
 * Has code ready before a visitor asks for it. Fetches the files at low priority, while the page is looked at: the first
 * part at once, since a painted page leaves the line free and a visitor may be quick; then one file after another, while
 * the page is idle. The first part is compiled then too. At the first sign of a visitor, runs them in pieces, with room for
 * input between. On a metered or a very slow connection it does nothing: a press then loads what it needs.
 * @param loads the `import()`s of what to have ready, the first one first; each does nothing else
 * @param prepare what else the first part needs, done while the page is idle
 * @param start uses the first part, once that has run
 * @returns whether it did, once all has run
 * @throws if a file can't be had: a press tries again
 */
export async function loadAhead(
  loads: readonly (() => Promise<unknown>)[],
  prepare: () => void,
  start: () => void,
): Promise<boolean> {
  if (isMetered()) return false;

  const sign = firstSign();
  // A chunk stands before what it imports.
  const [first = [], ...others] = loads.map((load) => [...filesOf(load)].reverse());
  const rest = new Set(others.flat().filter((file) => !first.includes(file)));
  await lookedAt();
  await Promise.all(first.map((file) => fetchOnce(file, "low")));
  await Promise.all(first.map(compileChunk));
  await idle();
  prepare();
  const fetched = whileIdle(rest, (file) => fetchOnce(file, "low"));
  // Nobody waits for it before the sign.
  fetched.catch(() => undefined);
  await sign;
  await whileIdle(first, runChunk);
  await idle();
  start();
  await fetched;
  await whileIdle(rest, runChunk);
  return true;
}

async function whileIdle(
  files: Iterable<string>,
  act: (file: string) => Promise<unknown>,
): Promise<void> {
  for (const file of files) {
    await idle();
    await act(file);
  }
}

function firstSign(): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    let rest: string | null = null;
    const hear = (event: Event) => {
      // Browsers make up a move where a pointer rests over a page that appears below it.
      if (event.type === "pointermove") {
        const { screenX, screenY } = event as PointerEvent;
        const place = `${screenX} ${screenY}`;
        rest ??= place;
        if (place === rest) return;
      }
      heard.abort();
      resolve();
    };
    for (const sign of SIGNS) {
      addEventListener(sign, hear, { capture: true, passive: true, signal: heard.signal });
    }
  });
}

async function lookedAt(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
  }
}

/** Resolves when the page is looked at and has nothing else to do. */
async function idle(): Promise<void> {
  await lookedAt();
  await new Promise((resolve) => {
    // Safari has no idle callback. Elsewhere an animation on a slow device may leave no idle time at all.
    if ("requestIdleCallback" in self) requestIdleCallback(resolve, { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve);
  });
}
