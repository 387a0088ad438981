import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import * as collection from "../../../collection.ts";
import { readTheme } from "../../../frontend/build/page/theme.ts";
import { browserLaunchOptions } from "../browser.ts";
import { fitWords } from "./fit-words.ts";
import { CARD, launcherIcon, type Picture, readPicture, shareCard, tabIcon } from "./share-card.ts";

const PUBLIC = path.resolve(import.meta.dirname, "../../../frontend/public");
const TAB = { "favicon.png": 48 } as const;
const LAUNCHERS = { "apple-touch-icon.png": 180, "icon-512.png": 512 } as const;

/** `npm run share-card`. Commit the results: a build doesn't draw, because machines have different fonts. */
export async function drawShareCard(): Promise<void> {
  const theme = readTheme();
  const [hero, icon] = await Promise.all([picture("hero.svg"), picture("favicon.svg")]);
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    await draw(browser, "share-card.png", CARD, shareCard(collection, hero, theme), fitWords);
    const background = await backgroundOf(browser, icon);
    for (const [file, side] of Object.entries(TAB)) {
      await draw(browser, file, square(side), tabIcon(icon, side));
    }
    for (const [file, side] of Object.entries(LAUNCHERS)) {
      await draw(browser, file, square(side), launcherIcon(icon, side, background, theme));
    }
  } finally {
    await browser.close();
  }
}

async function picture(file: string): Promise<Picture> {
  return readPicture(`frontend/public/${file}`, await readFile(path.join(PUBLIC, file), "utf8"));
}

function square(side: number) {
  return { width: side, height: side };
}

async function draw(
  browser: Browser,
  file: string,
  viewport: { readonly width: number; readonly height: number },
  html: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ viewport, colorScheme: "light" });
  await show(page, html, file);
  await prepare?.(page);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  await writeFile(path.join(PUBLIC, file), png);
  const { width, height } = viewport;
  console.log(`${file.padEnd(24)}${width} x ${height}${String(png.length).padStart(10)} bytes`);
}

async function show(page: Page, html: string, what: string): Promise<void> {
  await page.setContent(html);
  const isRead = await page.locator("img").evaluate(({ naturalWidth }) => naturalWidth > 0);
  if (!isRead) throw new Error(`The browser can't read the picture for ${what}: is it valid SVG?`);
}

/** `null` if the picture's upper edge is transparent. */
async function backgroundOf(browser: Browser, icon: Picture): Promise<string | null> {
  const page = await browser.newPage({ colorScheme: "light" });
  await show(page, tabIcon(icon, 64), "the icon");
  const [red, green, blue, alpha]: number[] = await page.locator("img").evaluate((image) => {
    const canvas = image.ownerDocument.createElement("canvas").getContext("2d");
    canvas.drawImage(image, 0, 0, 64, 64);
    return [...canvas.getImageData(32, 0, 1, 1).data];
  });
  await page.close();
  return alpha === 255 ? `rgb(${red} ${green} ${blue})` : null;
}
