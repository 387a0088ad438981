import type { Locator, Page } from "@playwright/test";
import { expect, galleryTest as test } from "../support/fixtures.ts";

const TELEPHONES = [
  { width: 390, height: 664 },
  { width: 360, height: 640 },
  { width: 320, height: 454 },
  { width: 664, height: 390 },
];

const LOW = { width: 568, height: 300 };

const answerOf = (page: Page) => page.locator(".outcome");
const mintOf = (page: Page) => page.getByRole("button", { name: "Mint", exact: true });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("It has no box");
  return box;
}

// The longest words, a link, an alert and an alert with a button.
for (const name of ["mining-unclear", "sending-late", "price-changed", "wrong-network"]) {
  test(`${name} is seen on a telephone, wherever the order is scrolled`, async ({
    page,
    galleryPage,
  }) => {
    await galleryPage.show(name);
    const answer = answerOf(page).locator("p").first();
    for (const size of TELEPHONES) {
      await page.setViewportSize(size);
      for (const isTop of [true, false]) {
        await page.locator(".card").evaluate((order, start) => order.scrollIntoView(start), isTop);
        await expect(answer).toBeInViewport({ ratio: 1 });
      }
    }
  });
}

test("only the first line of an error leaves room for the button that dismisses it", async ({
  page,
  galleryPage,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await galleryPage.show("blind-signing");
  const text = answerOf(page).locator("p");
  const button = await boxOf(page.getByRole("button", { name: "Dismiss" }));
  const { x, width } = await boxOf(text);
  expect(x + width).toBeGreaterThan(button.x + button.width / 2);
  const firstLine = await text.evaluate((paragraph) => {
    const words = document.createRange();
    words.selectNodeContents(paragraph);
    return words.getClientRects()[0]?.right;
  });
  expect(firstLine).toBeLessThanOrEqual(button.x);
});

test("after a purchase the tickets are seen", async ({ page, galleryPage }) => {
  for (const size of TELEPHONES) {
    await galleryPage.reset();
    await page.setViewportSize(size);
    await galleryPage.show("done-many");
    await expect(page.getByText("Transaction successful!")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("img", { name: /Ticket #/ }).first()).toBeInViewport();
  }
});

test("a press at the edge shows button and answer", async ({ page, galleryPage }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const size of [...TELEPHONES, LOW]) {
    await page.setViewportSize(size);
    await galleryPage.show("connected");
    const mint = mintOf(page);
    await expect(mint).toBeEnabled();
    await mint.evaluate((button) => button.scrollIntoView({ block: "end" }));
    await mint.press("Enter");
    await expect(answerOf(page).getByText(/^Sent\./)).toBeInViewport({ ratio: 1 });
    await expect(mint).toBeInViewport({ ratio: 1 });
    const [button, answer] = [await boxOf(mint), await boxOf(answerOf(page))];
    expect(answer.y).toBeGreaterThanOrEqual(button.y + button.height);
  }
});

test("that the kit could not be loaded is seen", async ({ page, galleryPage }) => {
  for (const size of TELEPHONES) {
    await page.setViewportSize(size);
    await galleryPage.show("kit-failed");
    await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Connect Wallet" })).toBeInViewport({ ratio: 1 });
  }
});

test("a purchase that the browser remembers scrolls nothing, and covers nothing that has the focus by a key", async ({
  page,
  galleryPage,
}) => {
  await page.setViewportSize({ width: 320, height: 454 });
  await galleryPage.show("resumed");
  await expect(answerOf(page)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await mintOf(page).evaluate((button) => button.scrollIntoView({ block: "end" }));
  // Until the price arrives, the button can't take the focus.
  await expect(mintOf(page)).not.toHaveAttribute("disabled");
  await mintOf(page).focus();
  for (const key of ["Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    const isCovered = await page.evaluate(() => {
      const { activeElement: focused } = document;
      if (focused === null) return true;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(focused.contains(shown) || shown?.contains(focused));
    });
    expect(isCovered, key).toBe(false);
  }
  await expect(mintOf(page)).toBeFocused();
});
