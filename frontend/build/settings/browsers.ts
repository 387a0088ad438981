import { readFileSync } from "node:fs";
import path from "node:path";

const FILE = path.resolve(import.meta.dirname, "../../package.json");

export interface OldestBrowser {
  readonly browser: string;
  readonly version: string;
}

/**
 * Reads `browserslist` in the page's `package.json`. The build's target, the tests and the start notice follow it.
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

export function buildTarget(): string[] {
  return oldestBrowsers().map(
    ({ browser, version }) => `${browser === "ios_saf" ? "ios" : browser}${version}`,
  );
}

function listed(): readonly string[] {
  const { browserslist } = JSON.parse(readFileSync(FILE, "utf8"));
  return browserslist;
}
