import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { browserLaunchOptions } from "../../scripts/dev/browser.ts";
import type { Engine } from "./browsers/browser.ts";
import { chromium, firefox } from "./browsers/puppeteer.ts";
import { webkit } from "./browsers/webkit.ts";

/** Chromium comes from the other browser tests, the other engines from Debian's packages. */
export async function findEngines(): Promise<{
  readonly found: readonly Engine[];
  readonly missing: readonly string[];
}> {
  const found: Engine[] = [chromium(await browserLaunchOptions())];
  const missing: string[] = [];

  const fox = process.env.FIREFOX_PATH ?? onPath("firefox-esr") ?? onPath("firefox");
  if (fox === undefined) missing.push("Firefox (Debian: firefox-esr)");
  else found.push(firefox(fox));

  const [miniBrowser] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
  const driver = onPath("WebKitWebDriver") !== undefined && onPath("xvfb-run") !== undefined;
  if (miniBrowser === undefined || !driver) {
    missing.push("WebKit (Debian: webkit2gtk-driver, xvfb, xauth)");
  } else found.push(webkit(miniBrowser));

  return { found, missing };
}

function onPath(command: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    .find((file) => existsSync(file));
}
