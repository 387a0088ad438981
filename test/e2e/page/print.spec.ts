import { expect, galleryTest as test } from "../support/fixtures.ts";
import type { GalleryPage } from "../support/gallery-page.ts";

const RECEIPT = "done-many";

for (const state of [RECEIPT, "held-ticket", "recipient-name", "kit-loading"]) {
  test(`has dark words on white, and nothing to press: ${state}`, async ({ page, galleryPage }) => {
    await open(galleryPage, state);
    await page.emulateMedia({ colorScheme: "dark" });
    const onScreen = (await page.evaluate(unprintable)).join();
    for (const what of ["to press: button", "light words", "dark ground: body", "in the way"]) {
      expect(onScreen).toContain(what);
    }

    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.evaluate(unprintable)).toEqual([]);
  });
}

test("has price, tickets, pictures, account, and where each link leads, on one sheet", async ({
  page,
  galleryPage,
}) => {
  await open(galleryPage, RECEIPT);
  await page.emulateMedia({ media: "print" });
  const seen = (words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
  await seen("you will buy 12 x");
  await seen(/^\d\.\d{6} ETH$/);
  await seen(/^Tickets #\d+ to #\d+ are yours\.$/);
  await seen(/^0x[0-9a-fA-F]{40}$/);
  await expect(page.locator(".pictures img")).toHaveCount(6);
  for (const picture of await page.locator(".pictures img").all()) {
    await expect(picture).toBeVisible();
  }
  expect(await page.evaluate(writtenLinks)).toEqual([
    expect.stringMatching(/^ \(https:\/\/etherscan\.io\/tx\/0x[0-9a-f]{64}\)$/),
    expect.stringMatching(/^ \(https:\/\/opensea\.io\/assets\/ethereum\/0x[0-9a-fA-F]{40}\)$/),
    expect.stringMatching(/^ \(https:\/\/etherscan\.io\/address\/0x[0-9a-fA-F]{40}\)$/),
  ]);
  const margin = "1cm";
  const pdf = await page.pdf({
    format: "A4",
    margin: { top: margin, right: margin, bottom: margin, left: margin },
  });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("has an opened ticket in place of the page, without the text of its file", async ({
  page,
  galleryPage,
}) => {
  await open(galleryPage, "held-ticket");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(SHEET);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Canal house")).toBeVisible();
  expect((await page.evaluate(writtenLinks)).join()).not.toContain("data:");
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...SHEET });
});

/** A4 with margins of 1 cm, in pixels. */
const SHEET = { width: 718, height: 1046 };

async function open(galleryPage: GalleryPage, state: string): Promise<void> {
  const { page } = galleryPage;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await galleryPage.show(state);
  const arrived: Readonly<Record<string, string>> = {
    [RECEIPT]: ".pictures img >> nth=5",
    "held-ticket": ".ticket-picture",
    "recipient-name": "text=Use this address",
    "kit-loading": "dialog.placeholder",
  };
  await expect(page.locator(arrived[state] ?? "").first()).toBeVisible();
}

function unprintable(): string[] {
  const brightness = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return alpha === 0 ? null : (red + green + blue) / 3;
  };
  return [...document.querySelectorAll("body, body *:not(script)")]
    .filter((element) => element.checkVisibility())
    .flatMap((element) => {
      const name = `${element.localName} ${element.className}`;
      const { color, backgroundColor, position } = getComputedStyle(element);
      const words = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      );
      // Paper shows a tile as a picture with a number, although it is a button.
      const pressed = "button:not(.tile), input, textarea, summary, [download]";
      return [
        ...(element.matches(pressed) ? [`to press: ${name}`] : []),
        ...(words && (brightness(color) ?? 0) > 128 ? [`light words: ${name}`] : []),
        ...((brightness(backgroundColor) ?? 255) < 224 ? [`dark ground: ${name}`] : []),
        ...(position === "fixed" || position === "sticky" ? [`in the way: ${name}`] : []),
      ];
    });
}

function writtenLinks(): string[] {
  return [...document.querySelectorAll("a")]
    .filter((link) => link.checkVisibility())
    .map((link) => {
      // The browser computes the address in quotation marks, or an attr() call.
      const { content } = getComputedStyle(link, "::after");
      return content
        .replace(/attr\(href\)/, JSON.stringify(link.getAttribute("href")))
        .replaceAll(/"( ?)/g, "$1");
    });
}
