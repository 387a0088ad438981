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

/** The package's flags are not used: they are for a cloud function, and switch the web's own security off. */
const PACKED = fileURLToPath(
  new URL("../bin/chromium.br", import.meta.resolve("@sparticuz/chromium")),
);
/** Beside it, so that npm takes both away when it brings another version. */
const UNPACKED = PACKED.replace(/\.br$/, "");

/**
 * A browser with nothing to install by hand: `CHROMIUM_PATH`, else the one that npm brought (Linux x64), else an
 * installed Chromium or Chrome, else the one of `npx playwright install chromium`.
 */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? (await unpackedBrowser()) ?? INSTALLED.find(isExecutable);
  // In containers the tests run as root, for whom Chromium has no sandbox.
  return executablePath === undefined
    ? {}
    : {
        executablePath,
        args: ["--no-sandbox", "--disable-gpu"],
        ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      };
}

const SHARED_MEMORY = "/dev/shm";
/** Bytes. A container has 64 MB unless told otherwise, where Chromium ends when a page needs more. */
const ENOUGH = 1024 ** 3;

/**
 * Whether Chromium's processes can share memory where it is meant to be. Playwright keeps them from it and has them share
 * files in the temporary folder, which is slower where that folder is on a disk.
 */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/** @returns where npm's browser is, or undefined where it can't run */
async function unpackedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (isExecutable(UNPACKED)) return UNPACKED;
  // Under a name of its own until it is whole and has been seen to start: others may be unpacking it too.
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
    console.warn(`The browser that npm brought does not start: ${(error as Error).message}`);
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
