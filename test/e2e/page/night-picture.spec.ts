import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

/** Day and night share one file, so the browser fetches it once. */

const PICTURE = "/hero.svg";

async function isNight(page: Page): Promise<boolean> {
  return await page.locator(".hero-picture").evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    const drawing = document.createElement("canvas").getContext("2d");
    drawing?.drawImage(picture, 0, 0);
    const [red = 0, green = 0, blue = 0] = drawing?.getImageData(5, 5, 1, 1).data ?? [];
    return red + green + blue < 3 * 64;
  });
}

test("is chosen by the scheme, and again when that changes", async ({
  page,
  hosted: { url, requested },
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(url);
  await expect(page.getByText(/\d\.\d{6} /).first()).toBeVisible();
  expect(await isNight(page)).toBe(true);
  expect(requested.filter((file) => file === PICTURE)).toHaveLength(1);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => isNight(page)).toBe(false);
});
