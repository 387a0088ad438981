import { parseEther } from "ethers";
import { noun } from "../../../collection.ts";
import { money } from "../../support/money.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

const PRICE = parseEther("0.05");
const SUMMARY = new RegExp(`^you will buy 1 x [\\p{L}\\p{M}\\p{N} -]{0,41}${noun}$`, "u");

const HTML = `?a=${encodeURIComponent("<img src=x onerror=window.pwned=1>")}&card=${encodeURIComponent(
  "<script>window.pwned=1</script><b>bold</b>",
)}`;

test("stays intact with HTML in the link", async ({ page, mainnet: { url } }) => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(`${url}${HTML}`);

  await expect(page.getByText(money(PRICE))).toBeVisible();
  await expect(new MintPageObject(page).connect).toBeEnabled();
  const words = await page.getByText(SUMMARY).innerText();
  expect(words.length).toBeLessThan(70);
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  expect(await page.locator("main img, main b, main script").count()).toBe(1);
  // A label may read like the page's own words, so quotation marks and background set it apart.
  const label = page.locator(".summary-line q");
  const [quotes, own, around] = await label.evaluate((element) => [
    [getComputedStyle(element, "::before").content, getComputedStyle(element, "::after").content],
    getComputedStyle(element).backgroundColor,
    getComputedStyle(element.closest(".card") ?? element).backgroundColor,
  ]);
  expect(quotes).toEqual(["open-quote", "close-quote"]);
  expect(own).not.toBe(around);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(errors).toEqual([]);
});
