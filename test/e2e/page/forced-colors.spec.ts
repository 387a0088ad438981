import type { Page } from "@playwright/test";
import { expect, test } from "../support/gallery-fixtures.ts";

// Playwright's emulation swaps the theme's dark and light colours.
const SCHEMES = ["light", "dark"] as const;
const look = (page: Page, colorScheme: "light" | "dark") =>
  page.emulateMedia({ forcedColors: "active", colorScheme });

test("fields, buttons, discount, tag and progress have edges", async ({ page, galleryPage }) => {
  await galleryPage.show("done-many");
  await expect(page.getByText("are yours.").first()).toBeVisible();
  for (const scheme of SCHEMES) {
    await look(page, scheme);
    for (const selector of [
      ...[".card", ".button-primary", ".button-quiet", ".stepper-input"],
      ...[".discount", "q", "progress", ".alert-success"],
    ]) {
      expect(await edgesOf(page, selector)).toEqual([]);
    }
    expect(await lines(page, "del")).toBe("line-through");
    expect(await lines(page, ".button-link")).toBe("underline");
    expect(await filled(page)).toBe(true);
  }
});

test("an error and the way out of it have edges, and each stop of the Tab key has a ring", async ({
  page,
  galleryPage,
}) => {
  await galleryPage.show("wrong-network");
  await expect(page.getByText("Please switch").first()).toBeVisible();
  for (const scheme of SCHEMES) {
    await look(page, scheme);
    for (const selector of [".alert-error", ".alert-error .button-quiet"]) {
      expect(await edgesOf(page, selector)).toEqual([]);
    }
    expect(await lines(page, ".alert-error .button-link")).toBe("underline");
    const stops = await page.locator(":is(button, input, a):not(:disabled)").count();
    await page.locator("#quantity").focus();
    for (let stop = 0; stop < stops; stop += 1) {
      expect(await page.evaluate(ringIsSeen), `stop ${stop + 1}`).toBe(true);
      await page.keyboard.press("Tab");
    }
  }
});

test("what can't be pressed differs from what can, and is legible", async ({
  page,
  galleryPage,
}) => {
  await galleryPage.show("price-with-code");
  await expect(page.getByText("% off").first()).toBeVisible();
  for (const scheme of SCHEMES) {
    await look(page, scheme);
    const [off, on] = ["Decrease quantity", "Increase quantity"].map((name) =>
      page.getByRole("button", { name }).evaluate((button) => {
        const { color, opacity } = getComputedStyle(button);
        return { color, opacity };
      }),
    );
    expect((await off)?.color).not.toBe((await on)?.color);
    expect((await off)?.opacity).toBe("1");
    expect(await edgesOf(page, ".button-quiet:disabled")).toEqual([]);
  }
});

test("the wait for the wallet is drawn", async ({ page, galleryPage }) => {
  await galleryPage.show("sending");
  await expect(page.getByText("Confirm the transaction").first()).toBeVisible();
  for (const scheme of SCHEMES) {
    await look(page, scheme);
    expect(await edgesOf(page, ".spinner")).toEqual([]);
  }
});

async function edgesOf(page: Page, selector: string): Promise<string[]> {
  const all = page.locator(selector);
  await expect(all).not.toHaveCount(0);
  return await all.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element);
        const behind = getComputedStyle(document.body).backgroundColor;
        const drawn = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1;
        return !drawn || borderTopColor === behind || /^rgba\(.*, 0\)$/.test(borderTopColor);
      })
      .map(({ outerHTML }) => outerHTML),
  );
}

function lines(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).textDecorationLine);
}

async function filled(page: Page): Promise<boolean> {
  const picture = await page.locator("progress").screenshot();
  return await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
    drawing?.drawImage(image, 0, 0);
    const at = (part: number) =>
      drawing?.getImageData(image.width * part, image.height / 2, 1, 1).data.join();
    return at(0.1) !== at(0.9);
  }, picture.toString("base64"));
}

function ringIsSeen(): boolean {
  if (document.activeElement === null || document.activeElement === document.body) return false;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
  const behind = getComputedStyle(document.body).backgroundColor;
  return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== behind;
}
