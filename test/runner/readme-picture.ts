import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "../../scripts/dev/browser.ts";
import { freePort, run } from "../support/process.ts";

/**
 * `npm run readme-picture`: renders docs/mint-page.png, the page of `npm start` after a purchase of three tickets with the
 * link that it printed. Commit the result after the page, its words or its pictures have changed.
 */
const FILE = "docs/mint-page.png";

const [chainPort, pagePort] = [await freePort(), await freePort()];
const started = run("npm", ["start"], {
  CHAIN_PORT: String(chainPort),
  PAGE_PORT: String(pagePort),
});
const browser = await chromium.launch(await browserLaunchOptions());
try {
  const [, link = ""] = await started.waitFor(/^Ready: (\S+)$/m);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(link);
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
  await page.getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByText("Local Test Wallet").first().click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Mint", exact: true }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("img", { name: /#3\b/ }).waitFor();
  await page.mouse.move(0, 0);
  await page.locator(":focus").evaluateAll((focused) => {
    for (const element of focused) (element as unknown as { blur(): void }).blur();
  });
  await page.screenshot({ path: FILE, fullPage: true });
  console.log(`${FILE} is drawn.`);
} finally {
  await browser.close();
  await started.stop();
}
