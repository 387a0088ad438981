import { execFileSync } from "node:child_process";
import { accessSync, constants, createReadStream, createWriteStream, statfsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import type { LaunchOptions } from "@playwright/test";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The package's own flags are for cloud functions and disable web security. */
const PACKED = fileURLToPath(
  new URL("../bin/chromium.br", import.meta.resolve("@sparticuz/chromium")),
);
/** npm removes this folder with the package. */
const UNPACKED = PACKED.replace(/\.br$/, "");

/**
 * Finds `CHROMIUM_PATH`, npm's browser (Linux x64), an installed Chromium or Chrome, or
 * Playwright's.
 */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? (await unpackedBrowser()) ?? INSTALLED.find(isExecutable);
  // Chromium has no sandbox for root, and containers run tests as root.
  return executablePath === undefined
    ? {}
    : {
        executablePath,
        args: ["--no-sandbox", "--disable-gpu"],
        ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      };
}

const SHARED_MEMORY = "/dev/shm";
/** Bytes. Containers have 64 MB by default, and Chromium crashes if a page needs more. */
const ENOUGH = 1024 ** 3;

/**
 * Playwright makes Chromium share files in the temporary folder, and a disk is slower than memory.
 */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/** Returns `undefined` if npm's browser can't run on this machine. */
async function unpackedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (isExecutable(UNPACKED)) return UNPACKED;
  // Another process may unpack the same browser.
  const own = `${UNPACKED}-${process.pid}`;
  try {
    await pipeline(
      createReadStream(PACKED),
      createBrotliDecompress(),
      createWriteStream(own, { mode: 0o755 }),
    );
    execFileSync(own, ["--version"], { stdio: "pipe" });
    await rename(own, UNPACKED);
    return UNPACKED;
  } catch (error) {
    console.warn(`The browser that npm installed does not start: ${(error as Error).message}`);
    return undefined;
  } finally {
    await rm(own, { force: true });
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
