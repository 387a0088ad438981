import { expect, test } from "../support/fixtures.ts";

const TICKETS = 8;

test("opens a ticket by the keyboard, gives the focus back, and has its own picture as a file", async ({
  page,
  restore,
  chain,
}) => {
  const tiles = page.getByRole("button", { name: /^Ticket #/ });
  await chain.buyFrom(1, TICKETS);
  await restore();
  await page.getByRole("button", { name: "Show pictures" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("img.tile-picture")).toHaveCount(TICKETS);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(tiles.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ticket #2" });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(dialog.getByRole("img", { name: "Ticket #2" })).toBeVisible();

  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download as SVG" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Ticket-2.svg");
  const [, json = ""] = (await chain.tokenUri(2n)).split(",");
  const { image } = JSON.parse(Buffer.from(json, "base64").toString()) as { image: string };
  expect(file.url()).toBe(image);

  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(tiles.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(tiles.nth(1)).toBeFocused();
});
