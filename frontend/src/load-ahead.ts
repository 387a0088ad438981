import { isMetered } from "./platform/metered.ts";
import { compileChunk, fetchOnce, filesOf, runChunk } from "./preload-chunks.ts";

const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];

const LONGEST_WAIT_MS = 1_000;

/** After this time without an interaction, the first one may be the click on Connect. */
const READING_MS = 4_000;

/**
 * Loads code before the visitor needs it. Fetches and compiles the first part at once, and fetches
 * the other files while the page is idle. After the first interaction, or a while without one, runs
 * the first part. After the first interaction, starts it and runs the rest. Runs one file at a time,
 * because input must not wait. Does nothing on a metered or very slow connection.
 * @param loads the `import()`s, the first part first; each only imports
 * @param prepare other work for the first part
 * @param start uses the first part after it has run
 * @throws if a file does not load; a later click retries
 */
export async function loadAhead(
  loads: readonly (() => Promise<unknown>)[],
  prepare: () => void,
  start: () => void,
): Promise<boolean> {
  if (isMetered()) return false;

  const sign = firstSign();
  // `filesOf` lists a chunk before its imports.
  const [first = [], ...others] = loads.map((load) => [...filesOf(load)].reverse());
  const rest = new Set(others.flat().filter((file) => !first.includes(file)));
  await lookedAt();
  await Promise.all(first.map((file) => fetchOnce(file, "low")));
  await Promise.all(first.map(compileChunk));
  await idle();
  prepare();
  const fetched = whileIdle(rest, (file) => fetchOnce(file, "low"));
  // Prevents an unhandled rejection, because no code awaits this promise before the first
  // interaction.
  fetched.catch(() => undefined);
  await Promise.race([sign, new Promise((resolve) => setTimeout(resolve, READING_MS))]);
  await whileIdle(first, runChunk);
  await sign;
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
      // A browser fires `pointermove` for a resting pointer when a page appears below it.
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

async function idle(): Promise<void> {
  await lookedAt();
  await new Promise((resolve) => {
    // Safari has no idle callback. On slow devices an animation may leave no idle time.
    if ("requestIdleCallback" in self) requestIdleCallback(resolve, { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve);
  });
}
