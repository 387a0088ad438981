import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "../browser.ts";
import { start } from "../start/start.ts";

/**
 * `npm run readme-picture`: takes docs/mint-page.png, the page after a purchase of three, from what `npm start` starts.
 * Run it when the page looks different, and commit the result. `CHAIN_PORT` and `PAGE_PORT` move it, as there.
 */
const FILE = path.resolve(import.meta.dirname, "../../../docs/mint-page.png");
const WALLET = "Local Test Wallet";

await start();
const browser = await chromium.launch(await browserLaunchOptions());
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 1080 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(
    `http://localhost:${process.env.PAGE_PORT || 5173}/?a=welcome5&card=Garden%20Flat`,
  );
  await buyThree(page);
  await writeFile(FILE, await page.screenshot({ fullPage: true, animations: "disabled" }));
  console.log("docs/mint-page.png is taken.");
} catch (error) {
  console.error(`Error: ${(error as Error).message}`);
  process.exitCode = 1;
}
await browser.close();
// Chain and page are in this process, and end with it.
process.exit();

async function buyThree(page: Page): Promise<void> {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
  await press("Connect Wallet");
  await page.getByText(WALLET).first().click();
  await press("Approve");
  await press("Mint");
  await press("Approve");
  const pictures = page.getByRole("img", { name: /^Ticket #/ });
  await pictures.nth(2).waitFor();
  await page.evaluate("scrollTo(0, 0); document.activeElement.blur()");
}
