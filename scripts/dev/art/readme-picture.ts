import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { encode } from "modern-gif";
import { browserLaunchOptions } from "../browser.ts";
import { start } from "../start/start.ts";

const DOCS = path.resolve(import.meta.dirname, "../../../docs");
const WALLET = "Local Test Wallet";
const CLIP = { width: 760, height: 800 };
const LARGEST_CLIP_BYTES = 1_500_000;

interface Shot {
  readonly png: Buffer;
  readonly seconds: number;
}

/** Decodes a base64 PNG to base64 pixels, in the page. */
const DECODE = `async (base64) => {
  const image = new Image();
  image.src = "data:image/png;base64," + base64;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) {
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  }
  return btoa(text);
}`;

/**
 * `npm run readme-picture`: records docs/mint-page.png and docs/purchase.gif. Commit the results.
 * `CHAIN_PORT` and `PAGE_PORT` set the ports.
 */
export async function readmePicture(): Promise<never> {
  await start();
  const browser = await chromium.launch(await browserLaunchOptions());
  const still = await openPage(browser, { width: 1280, height: 1080 });
  await buyThree(still, async () => {});
  await still.evaluate("scrollTo(0, 0); document.activeElement.blur()");
  const file = path.join(DOCS, "mint-page.png");
  await still.screenshot({ path: file, fullPage: true, animations: "disabled" });
  await still.context().close();

  const page = await openPage(browser, CLIP);
  const shots: Shot[] = [];
  await buyThree(page, async (seconds) => {
    shots.push({ png: await page.screenshot({ animations: "disabled" }), seconds });
  });
  const gif = await encodeClip(page, shots);
  if (gif.byteLength > LARGEST_CLIP_BYTES) {
    throw new Error(`The clip has ${gif.byteLength} bytes, more than ${LARGEST_CLIP_BYTES}`);
  }
  await writeFile(path.join(DOCS, "purchase.gif"), gif);
  console.log(`docs/mint-page.png and docs/purchase.gif (${gif.byteLength} bytes) are taken.`);
  await browser.close();
  // The page and its chain would run on.
  process.exit();
}

async function openPage(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(
    `http://localhost:${process.env.PAGE_PORT || 5173}/?a=welcome5&card=Garden%20Flat`,
  );
  return page;
}

async function buyThree(page: Page, show: (seconds: number) => Promise<void>): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.getByText(/This code gives/).waitFor();
  await button("Connect Wallet").scrollIntoViewIfNeeded();
  await show(2);
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
  await page.getByText("you will buy 3 x").waitFor();
  await show(2);
  await button("Connect Wallet").click();
  await page.getByText(WALLET).first().waitFor();
  await show(2.5);
  await page.getByText(WALLET).first().click();
  await button("Approve").waitFor();
  await show(2);
  await button("Approve").click();
  await button("Mint").waitFor();
  await show(2);
  await button("Mint").click();
  await button("Approve").waitFor();
  await show(2.5);
  await button("Approve").click();
  const pictures = page.getByRole("img", { name: /^Ticket #/ });
  await pictures.nth(2).waitFor();
  await page.getByText("Transaction successful!").scrollIntoViewIfNeeded();
  await pictures.nth(2).scrollIntoViewIfNeeded();
  await show(6);
}

async function encodeClip(page: Page, shots: readonly Shot[]): Promise<Buffer> {
  const frames = [];
  for (const { png, seconds } of shots) {
    const pixels: string = await page.evaluate(`(${DECODE})("${png.toString("base64")}")`);
    const data = new Uint8ClampedArray(Buffer.from(pixels, "base64"));
    frames.push({ data, delay: seconds * 1000 });
  }
  return Buffer.from(await encode({ ...CLIP, frames, maxColors: 255, format: "arrayBuffer" }));
}
