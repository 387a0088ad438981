import type { Page } from "@playwright/test";
import { openRestored } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";

const TICKETS = 8;
const OPENINGS = 5;

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

test("keeps no file of the pictures, and grows by nothing however often they are opened", async ({
  page,
  mainnet,
}) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object: Blob) => {
      const url = create(object);
      made.push(url);
      return url;
    };
  });
  await open(page, mainnet);
  const session = await page.context().newCDPSession(page);
  const nodes = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Memory.getDOMCounters")).nodes;
  };
  const openAndClose = async (tile: number) => {
    await tiles(page).nth(tile).click();
    await expect(page.getByRole("dialog").getByText("Season")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Hide pictures" }).click();
    await expect(tiles(page)).toHaveCount(0);
    await show(page).click();
    await expect(tiles(page)).toHaveCount(TICKETS);
  };
  // Opens and closes three times, because React keeps its last two renderings.
  for (let opening = 0; opening < 3; opening += 1) await openAndClose(opening);
  const first = await nodes();
  for (let opening = 0; opening < OPENINGS; opening += 1) await openAndClose(opening);
  expect(await nodes()).toBeLessThan(first + 120);
  expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([]);
});

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
