import { noun } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/loading.ts";
import { PRICE } from "../support/page.ts";

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

test("stays intact with HTML in the link, whose words are set apart, and runs no script but its own", async ({
  page,
  mint,
  pageErrors,
}) => {
  const label = encodeURIComponent("<script>window.ran=1</script><b>bold</b>");
  await mint.open(`?a=${encodeURIComponent("<img src=x onerror=window.ran=1>")}&card=${label}`);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  expect(pageErrors).toEqual([]);
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

  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = 1";
    document.head.append(script);
    return "ran" in window;
  });
  expect(ran).toBe(false);
});
