import type { Page } from "@playwright/test";
import { openRestored } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";

const TICKETS = 8;

async function open(page: Page, { url, chain }: MainnetStack) {
  await chain.buyFrom(1, TICKETS);
  await openRestored(page, url, chain);
  await show(page).focus();
  await page.keyboard.press("Enter");
  await expect(pictures(page)).toHaveCount(TICKETS);
}

const show = (page: Page) => page.getByRole("button", { name: "Show pictures" });
const tiles = (page: Page) => page.getByRole("button", { name: /^Ticket #/ });
const pictures = (page: Page) => page.locator("img.tile-picture");

test("opens a ticket by the keyboard, gives the focus back, and has its own picture as a file", async ({
  page,
  mainnet,
}) => {
  await open(page, mainnet);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(tiles(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ticket #2" });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(dialog.getByRole("img", { name: "Ticket #2" })).toBeVisible();

  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download as SVG" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Ticket-2.svg");
  const [, json = ""] = (await mainnet.chain.tokenUri(2n)).split(",");
  const { image } = JSON.parse(Buffer.from(json, "base64").toString()) as { image: string };
  expect(file.url()).toBe(image);

  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(tiles(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(tiles(page).nth(1)).toBeFocused();
});
