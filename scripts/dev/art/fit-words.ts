import type { Locator, Page } from "@playwright/test";
import { FONT_SIZES, WORDS_HEIGHT } from "./share-card.ts";

/** @throws if the words don't fit even at the smallest size */
export async function fitWords(page: Page): Promise<void> {
  const problems: string[] = [];
  for (const [selector, sizes] of Object.entries(FONT_SIZES)) {
    const words = page.locator(selector);
    for (let size = sizes.largest; size >= sizes.smallest; size--) {
      await words.evaluate((element, px) => {
        element.style.fontSize = `${px}px`;
      }, size);
      if (!(await isTooWide(words))) break;
    }
    if (await isTooWide(words)) problems.push(`"${await words.innerText()}" is too wide`);
  }
  const height = await page.locator("div").evaluate(({ offsetHeight }) => offsetHeight as number);
  if (height > WORDS_HEIGHT) problems.push("there are too many lines");
  if (problems.length > 0) {
    throw new Error(
      `The words of collection.ts do not fit on the share card: ${problems.join(", ")}. ` +
        "Shorten `name` or `shareCardLines`, or break the lines elsewhere.",
    );
  }
}

function isTooWide(words: Locator): Promise<boolean> {
  return words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}
