import { readFileSync } from "node:fs";
import path from "node:path";

const FILE = path.resolve(import.meta.dirname, "../../package.json");

/** A browser as browserslist names it, and the oldest version that can run the page. */
export interface OldestBrowser {
  readonly browser: string;
  readonly version: string;
}

/**
 * Reads the oldest browsers from `browserslist` in the page's `package.json`. The build's target, the tests and the
 * start notice all use this list.
 * @throws Error if an entry is not "browser >= version"
 */
export function oldestBrowsers(entries: readonly string[] = listed()): readonly OldestBrowser[] {
  return entries.map((entry) => {
    const [, browser, version] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(entry) ?? [];
    if (browser === undefined || version === undefined) {
      throw new Error(`browserslist has "${entry}", which is not "browser >= version"`);
    }
    return { browser, version };
  });
}

/** The same in Vite's words, for scripts and styles. */
export function buildTarget(): string[] {
  return oldestBrowsers().map(
    ({ browser, version }) => `${browser === "ios_saf" ? "ios" : browser}${version}`,
  );
}

function listed(): readonly string[] {
  const { browserslist } = JSON.parse(readFileSync(FILE, "utf8"));
  return browserslist;
}
