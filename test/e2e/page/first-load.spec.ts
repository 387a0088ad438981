import { parseEther } from "ethers";
import { noun } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { MintPageObject } from "../support/page.ts";

const PRICE = parseEther("0.05");
const SUM = new RegExp(`\\d\\.\\d{6} ${networks.mainnet.currency.symbol}`);

test("shows the link's words before the bundle arrives, and the same ones after", async ({
  page,
  mainnet: { url },
  pageErrors,
}) => {
  const release = await holdRequests(page, "**/assets/*.js");
  const link = `${url}?a=welcome5&card=Garden%20Flat`;
  await page.goto(link, { waitUntil: "commit" });
  await expect(page.getByText(`you will buy 1 x Garden Flat ${noun}`)).toBeVisible();
  await expect(page.getByText("You are using affiliate code: welcome5")).toBeVisible();
  await expect(page.getByText("Loading the price…")).toBeVisible();
  const before = await page.locator("#root").innerHTML();

  release();
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  expect(pageErrors).toEqual([]);
  const withoutAnswers = (html: string) =>
    html
      .replaceAll(/<p class="(price-line|affiliate-status).*?<\/p>/g, "")
      .replaceAll(/<!--.*?-->/g, "");
  expect(withoutAnswers(await page.locator("#root").innerHTML())).toBe(withoutAnswers(before));
});

test("hydrates the prerendered page without a mismatch", async ({
  page,
  mainnet: { url },
  pageErrors,
}) => {
  for (const query of ["", "?a=no%20such&card=Loft", "?a=unknown"]) {
    await page.goto(`${url}${query}`);
    await expect(page.getByText(SUM).first()).toBeVisible();
    expect(pageErrors, query).toEqual([]);
  }
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

test("stays intact with HTML in the link, whose words are set apart", async ({
  page,
  mainnet: { url },
}) => {
  const label = encodeURIComponent("<script>window.pwned=1</script><b>bold</b>");
  await page.goto(
    `${url}?a=${encodeURIComponent("<img src=x onerror=window.pwned=1>")}&card=${label}`,
  );
  await expect(page.getByText(money(PRICE))).toBeVisible();
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(await page.locator("main img, main b, main script").count()).toBe(1);
  const [quotes, own, around] = await page
    .locator(".summary-line q")
    .evaluate((element) => [
      [getComputedStyle(element, "::before").content, getComputedStyle(element, "::after").content],
      getComputedStyle(element).backgroundColor,
      getComputedStyle(element.closest(".card") ?? element).backgroundColor,
    ]);
  expect(quotes).toEqual(["open-quote", "close-quote"]);
  expect(own).not.toBe(around);
});
