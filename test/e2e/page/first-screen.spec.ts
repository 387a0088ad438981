import { expect, test } from "../support/fixtures.ts";

test.use({ viewport: { width: 360, height: 640 } });

test("the first screen of a small telephone ends below the button, and the words about the collection follow", async ({
  page,
  visit,
}) => {
  const { wallet, mint } = await visit({ query: "?a=welcome5&card=Garden%20Flat" });
  await expect(page.getByText("Your price")).toBeVisible();
  await expect(mint.connect).toBeInViewport({ ratio: 1 });

  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
  expect(await top(".hero-picture")).toBe(0);
  expect(await top("h1")).toBeLessThan(await top(".card"));
  expect(await top(".hero-lead")).toBeGreaterThan(await top(".card"));
  await page.evaluate(() => {
    document
      .querySelector(".page")
      ?.insertAdjacentHTML("beforeend", "<section id=faq>Questions</section>");
  });
  expect(await top("#faq")).toBeGreaterThan(await top(".hero-lead"));

  // Uses a CSS layer, because the page's own styles override it, as they override the margins that
  // old browsers give to buttons and fields.
  await page.addStyleTag({ content: "@layer old { button, input { margin: 2px } }" });
  const margins = await page
    .locator("button, input")
    .evaluateAll((controls) => controls.map((control) => getComputedStyle(control).margin));
  expect(margins.length).toBeGreaterThan(3);
  expect(new Set(margins)).toEqual(new Set(["0px"]));

  await mint.connectWith(wallet.name);
  await expect(mint.mint).toBeInViewport({ ratio: 1 });
});
