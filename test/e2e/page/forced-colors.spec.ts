import type { Page } from "@playwright/test";
import { expect, galleryTest as test } from "../support/fixtures.ts";

interface Look {
  readonly words: string;
  readonly edges: readonly string[];
  readonly underlined?: string;
}

/** What must have an edge in each state of the gallery. */
const LOOKS: Readonly<Record<string, Look>> = {
  "done-many": {
    words: "are yours.",
    edges: [
      ".card",
      ".button-primary",
      ".button-quiet",
      ".stepper-input",
      ".discount",
      "q",
      "progress",
      ".alert-success",
    ],
    underlined: ".button-link",
  },
  "wrong-network": {
    words: "Please switch",
    edges: [".alert-error", ".alert-error .button-quiet"],
    underlined: ".alert-error .button-link",
  },
  "price-with-code": { words: "% off", edges: [".button-quiet:disabled"] },
  sending: { words: "Confirm the transaction", edges: [".spinner"] },
};

for (const [state, { words, edges, underlined }] of Object.entries(LOOKS)) {
  test(`${state}: what can be pressed, read or waited for is seen`, async ({
    page,
    galleryPage,
  }) => {
    await galleryPage.show(state);
    await expect(page.getByText(words).first()).toBeVisible();
    // Playwright's emulation swaps the theme's dark and light colours.
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      for (const selector of edges) expect(await edgesOf(page, selector)).toEqual([]);
      if (underlined !== undefined) expect(await lines(page, underlined)).toBe("underline");
      if (state === "done-many") {
        expect(await lines(page, "del")).toBe("line-through");
        expect(await filled(page)).toBe(true);
      }
      if (state === "wrong-network") await expectRings(page);
      if (state === "price-with-code") await expectOffDiffers(page);
    }
  });
}

async function expectRings(page: Page): Promise<void> {
  const stops = await page.locator(":is(button, input, a):not(:disabled)").count();
  await page.locator("#quantity").focus();
  for (let stop = 0; stop < stops; stop += 1) {
    expect(await page.evaluate(ringIsSeen), `stop ${stop + 1}`).toBe(true);
    await page.keyboard.press("Tab");
  }
}

async function expectOffDiffers(page: Page): Promise<void> {
  const [off, on] = ["Decrease quantity", "Increase quantity"].map((name) =>
    page.getByRole("button", { name }).evaluate((button) => {
      const { color, opacity } = getComputedStyle(button);
      return { color, opacity };
    }),
  );
  expect((await off)?.color).not.toBe((await on)?.color);
  expect((await off)?.opacity).toBe("1");
}

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
