import { accessSync, constants } from "node:fs";
import type { LaunchOptions } from "@playwright/test";
import sparticuz from "@sparticuz/chromium";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * A browser with nothing to install by hand: `CHROMIUM_PATH`, else an installed Chromium or Chrome, else the one that
 * npm brought (Linux x64), else the one of `npx playwright install chromium`.
 */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const installed = process.env.CHROMIUM_PATH ?? INSTALLED.find(isExecutable);
  if (installed !== undefined) {
    // In containers the tests run as root, for whom Chromium has no sandbox.
    return { executablePath: installed, args: ["--no-sandbox", "--disable-gpu"] };
  }
  if (process.platform === "linux" && process.arch === "x64") {
    return { executablePath: await sparticuz.executablePath(), args: sparticuz.args };
  }
  return {};
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
