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

/** The package's own flags are for cloud functions, and disable web security. */
const PACKED = fileURLToPath(
  new URL("../bin/chromium.br", import.meta.resolve("@sparticuz/chromium")),
);
/** npm removes this folder with the package. */
const UNPACKED = PACKED.replace(/\.br$/, "");

/** `CHROMIUM_PATH`, npm's browser (Linux x64), an installed Chromium or Chrome, or Playwright's. */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? (await unpackedBrowser()) ?? INSTALLED.find(isExecutable);
  // Containers run tests as root, for whom Chromium has no sandbox.
  return executablePath === undefined
    ? {}
    : {
        executablePath,
        args: ["--no-sandbox", "--disable-gpu"],
        ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      };
}

const SHARED_MEMORY = "/dev/shm";
/** Bytes. A container has 64 MB by default, and Chromium crashes when a page needs more. */
const ENOUGH = 1024 ** 3;

/** Playwright makes Chromium share files in the temporary folder, which is slower on a disk. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/** `undefined` if it can't run here. */
async function unpackedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (isExecutable(UNPACKED)) return UNPACKED;
  // Another process may be unpacking it too.
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
