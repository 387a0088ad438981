import { gzipSync } from "node:zlib";
import { parseEther } from "ethers";
import { maxPerPurchase, noun } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { MintPageObject } from "../support/page.ts";

/** The page before the bundle arrives, and its requests to the endpoint. */

const PRICE = parseEther("0.05");
/** Any sum of money. */
const SUM = new RegExp(`\\d\\.\\d{6} ${networks.mainnet.currency.symbol}`);
/** Of the quantity, from one ticket on. */
const STEPS = Math.min(5, maxPerPurchase - 1);

test("[P-07] [P-08] shows the link's words before the bundle arrives, and the same ones after", async ({
  page,
  mainnet: { url },
}) => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  const release = await holdRequests(page, "**/assets/*.js");
  const link = `${url}?a=welcome5&card=Garden%20Flat`;
  await page.goto(link, { waitUntil: "commit" });
  await expect(page.getByText(`you will buy 1 x Garden Flat ${noun}`)).toBeVisible();
  await expect(page.getByText("You are using affiliate code: welcome5")).toBeVisible();
  await expect(page.getByText("Loading the price…")).toBeVisible();
  const before = await page.locator("#root").innerHTML();

  release();
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  expect(errors).toEqual([]);
  // Everything except the contract's answers is unchanged.
  const withoutAnswers = (html: string) =>
    html
      .replaceAll(/<p class="(price-line|affiliate-status).*?<\/p>/g, "")
      .replaceAll(/<!--.*?-->/g, "");
  expect(withoutAnswers(await page.locator("#root").innerHTML())).toBe(withoutAnswers(before));
});

for (const query of ["", "?a=welcome5", "?card=Loft", "?a=no%20such&card=Loft", "?a=unknown"]) {
  test(`hydrates the prerendered page without a mismatch: ${query || "no link"}`, async ({
    page,
    mainnet: { url },
  }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${url}${query}`);
    await expect(page.getByText(SUM).first()).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test("[P-03] has a minting dapp's title, with or without its script", async ({
  page,
  browser,
  mainnet: { url },
}) => {
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await expect(page).toHaveTitle(/minting dapp/);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const scriptless = await context.newPage();
  await scriptless.goto(url);
  await expect(scriptless).toHaveTitle(/minting dapp/);
  await context.close();
});

test("[P-01] asks the endpoint once at load", async ({ page, mainnet: { url, rpc } }) => {
  const before = rpc.received.length;
  await page.goto(`${url}?a=welcome5`);
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  expect(rpc.received.length - before).toBe(1);
});

test(`[P-16] shows ${STEPS === 5 ? "five" : STEPS} quick steps at once and reads only the last one's price`, async ({
  page,
  mainnet: { url, rpc },
}) => {
  await page.clock.install();
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  // An installed clock still runs, and on a busy machine a click alone takes longer than a quick step.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  const before = rpc.received.length;
  const more = page.getByRole("button", { name: "Increase quantity" });
  for (let quantity = 2; quantity <= 1 + STEPS; quantity += 1) {
    await more.click();
    await expect(page.getByText(money(BigInt(quantity) * PRICE))).toBeVisible();
    await page.clock.runFor(20);
  }
  await page.clock.runFor(1_000);
  await expect.poll(() => rpc.received.length - before).toBe(1);
  await expect(page.getByText(money(BigInt(1 + STEPS) * PRICE))).toBeVisible();
});

test("reads nothing in five minutes while the page is hidden, and at once when it is visible", async ({
  page,
  mainnet: { url, chain, rpc },
}) => {
  await page.clock.install();
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await show(true);
  const before = rpc.received.length;
  await page.clock.runFor(5 * 60_000);
  expect(rpc.received.length - before).toBe(0);

  await (await chain.ticket.setTicketPrice(parseEther("0.06"))).wait();
  await show(false);
  await page.clock.runFor(1_000);
  // After it shows the answer, the page waits for its next poll.
  await expect(page.getByText(money(parseEther("0.06")))).toBeVisible();
  expect(rpc.received.length - before).toBe(1);
  await page.clock.runFor(30_000);
  await expect.poll(() => rpc.received.length - before).toBe(2);
});

test("asks the endpoint seven times in a visit of three minutes, for 1.5 kB (gzip) in all", async ({
  page,
  mainnet: { url, rpc },
}) => {
  const answers: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.url().startsWith(rpc.url) && response.request().method() === "POST") {
      answers.push(response.body());
    }
  });
  await page.clock.install();
  await page.goto(`${url}?a=welcome5`);
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  for (let asked = 1; asked < 7; asked += 1) {
    await expect.poll(() => answers.length).toBe(asked);
    await page.clock.runFor(30_000);
  }
  await expect.poll(() => answers.length).toBe(7);
  const bodies = await Promise.all(answers);
  const bytes = bodies.map((body) => gzipSync(body).length).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(500);
  expect(bytes).toBeLessThanOrEqual(1_500);
});

test("has a Content Security Policy under which the kit works and which allows no eval", async ({
  page,
  mainnet: { url },
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(url);
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  await new MintPageObject(page).showWallets();
  expect(refused).toEqual([]);

  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.head.append(script);
    return "ran" in window;
  });
  expect(ran).toBe(false);
});
