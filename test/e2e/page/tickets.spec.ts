import type { Page } from "@playwright/test";
import { AbiCoder } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { deferred } from "../../support/deferred.ts";
import { openConnected, openRestored } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { answerRpc } from "../support/rpc-answer.ts";

/** The tickets of a connected account, and the one that comes next, out of a real contract. */

const TOKEN_URI = "0xc87b56dd";
/** Of the program that looks for tickets: it sets a number's bit. */
const SEARCH = "60018160ff161b";
/** Of the programs that have the first row drawn: their call of `tokenURI`. */
const ROW = "63c87b56dd";
const FIRST_ROW = 4;
const SHOWN = 60;
const HELD = 10 * maxPerPurchase;
const OPENINGS = 10;

async function buy({ chain }: MainnetStack, purchases: number, quantity: number) {
  for (let purchase = 0; purchase < purchases; purchase += 1) await chain.buyFrom(1, quantity);
}

/** What the page asks the chain that contains these words. */
function listen(page: Page, { rpc }: MainnetStack, words: string): string[] {
  const heard: string[] = [];
  page.on("request", (request) => {
    const text = request.postData() ?? "";
    if (request.url().startsWith(rpc.url) && text.includes(words)) heard.push(text);
  });
  return heard;
}

/**
 * The tickets whose pictures were asked for alone, each once: the page asks again for what stays unanswered.
 * @param last the page also asks for the one that comes next, when it has time
 */
function drawnAlone(heard: readonly string[], last: number): number[] {
  const call = new RegExp(`(?<=${TOKEN_URI})[0-9a-f]{64}`);
  const words = heard.flatMap((text) => text.match(call) ?? []);
  const numbers = [...new Set(words)].map((word) => Number(`0x${word}`));
  return numbers.filter((number) => number <= last).sort((one, other) => one - other);
}

const show = (page: Page) => page.getByRole("button", { name: "Show pictures" });
const tiles = (page: Page) => page.getByRole("button", { name: /^Ticket #/ });
const pictures = (page: Page) => page.locator("img.tile-picture");

test("shows 60 of 500 tickets after one search, keeps no file of them, and grows by nothing in ten openings", async ({
  page,
  mainnet,
}) => {
  test.slow();
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
  await buy(mainnet, HELD / maxPerPurchase, maxPerPurchase);
  const [searched, drawn] = [listen(page, mainnet, SEARCH), listen(page, mainnet, TOKEN_URI)];
  const rows = listen(page, mainnet, ROW);
  await openConnected(page, mainnet.url, mainnet.chain);
  await expect(page.getByText(`This account holds ${HELD} tickets.`)).toBeVisible();
  expect(searched).toEqual([]);
  await show(page).click();
  // A test chain takes its time to draw them.
  await expect(pictures(page)).toHaveCount(SHOWN, { timeout: 60_000 });
  expect(searched).toHaveLength(1);
  expect(rows).toHaveLength(1);
  const afterRow = Array.from({ length: SHOWN - FIRST_ROW }, (_, index) => FIRST_ROW + 1 + index);
  const next = HELD + 1;
  await expect.poll(() => drawnAlone(drawn, next)).toEqual([...afterRow, next]);
  const asked = drawn.length;

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
    await expect(tiles(page)).toHaveCount(SHOWN);
  };
  // React keeps what it rendered last and before that.
  for (let opening = 0; opening < 3; opening += 1) await openAndClose(opening);
  const first = await nodes();
  for (let opening = 0; opening < OPENINGS; opening += 1) await openAndClose(opening);
  // A dialog has some 80, and React may keep one, and the tiles' texts: ten would be a thousand.
  expect(await nodes()).toBeLessThan(first + 200);
  expect(rows).toHaveLength(1);
  expect(drawn).toHaveLength(asked);
  expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual([]);
});

test("draws the first row after one round trip: numbers and pictures are asked for together, and nothing else", async ({
  page,
  mainnet,
}) => {
  await buy(mainnet, 1, FIRST_ROW + 1);
  await openConnected(page, mainnet.url, mainnet.chain);
  await expect(page.getByText(`This account holds ${FIRST_ROW + 1} tickets.`)).toBeVisible();
  // Neither is answered before both have been asked, and no picture that is asked for by itself ever is.
  const bothAsked = deferred<void>();
  const asked = new Set<string>();
  const alone: string[] = [];
  await page.route(`${mainnet.rpc.url}/`, async (route) => {
    const text = route.request().postData() ?? "";
    if (text.includes(TOKEN_URI)) {
      alone.push(text);
      return;
    }
    const words = [SEARCH, ROW].find((each) => text.includes(each));
    if (words !== undefined) {
      asked.add(words);
      if (asked.size === 2) bothAsked.resolve();
      await bothAsked.promise;
    }
    await route.continue();
  });
  await show(page).click();
  await expect(tiles(page)).toHaveCount(FIRST_ROW + 1);
  for (let number = 1; number <= FIRST_ROW; number += 1) {
    const tile = page.getByRole("button", { name: `Ticket #${number}`, exact: true });
    await expect(tile.locator("img.tile-picture")).toBeVisible();
  }
  await expect(pictures(page)).toHaveCount(FIRST_ROW);
  const fifth = FIRST_ROW + 1;
  await expect.poll(() => drawnAlone(alone, fifth)).toEqual([fifth]);
});

test("opens a ticket by the keyboard, gives the focus back, and has its own picture as a file", async ({
  page,
  mainnet,
}) => {
  await buy(mainnet, 1, 3);
  await openRestored(page, mainnet.url, mainnet.chain);
  await show(page).focus();
  await page.keyboard.press("Enter");
  await expect(pictures(page)).toHaveCount(3);
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
  // The browser closes it, and the page takes it away when it hears of that.
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(tiles(page).nth(1)).toBeFocused();
  // The page closes it here, and above the browser did.
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(tiles(page).nth(1)).toBeFocused();
});

test("shows a number and no picture if the endpoint answers with a picture that would exhaust the browser", async ({
  page,
  mainnet,
}) => {
  const uses = Array.from({ length: 8 }, (_, n) => `<g id="a${n + 1}"><use href="#a${n}"/></g>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${uses.join("")}<script>alert(1)</script></svg>`;
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const image = `data:image/svg+xml;base64,${base64(svg)}`;
  const uri = `data:application/json;base64,${base64(JSON.stringify({ image }))}`;
  const result = AbiCoder.defaultAbiCoder().encode(["string"], [uri]);
  const word = (value: number) => value.toString(16).padStart(64, "0");
  const metadata = result.slice(2);
  const drawn = [1, 2].map((number) => word(number) + word(metadata.length / 2) + metadata);
  const row = `0x${drawn.join("")}`;
  await buy(mainnet, 1, 2);
  await page.route(`${mainnet.rpc.url}/`, async (route) => {
    const text = route.request().postData() ?? "";
    if (!text.includes(TOKEN_URI) && !text.includes(ROW)) return route.continue();
    await answerRpc(route, { result: text.includes(ROW) ? row : result });
  });
  await openRestored(page, mainnet.url, mainnet.chain);
  await show(page).click();
  await expect(page.getByText("2 pictures couldn't be loaded.")).toBeVisible({ timeout: 30_000 });
  await expect(pictures(page)).toHaveCount(0);
  await expect(tiles(page)).toHaveCount(2);
});

test("shows the ticket that comes next to a visitor who is there, by the page's own endpoint", async ({
  page,
  mainnet,
}) => {
  await buy(mainnet, 1, 4);
  const drawn = listen(page, mainnet, TOKEN_URI);
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(mainnet.url);
  await expect(page.locator(".price-line")).toContainText("ETH");
  // What is loaded ahead has come, and the visitor has given no sign.
  await page.waitForLoadState("networkidle");
  expect(drawn).toEqual([]);
  await page.mouse.move(10, 10);
  await page.mouse.move(90, 90);
  await expect(page.getByText("Next: #5")).toBeVisible();
  await expect(page.getByRole("img", { name: "The picture of ticket 5" })).toBeVisible();
  expect(drawnAlone(drawn, 5)).toEqual([5]);
  const own = [mainnet.url, mainnet.rpc.url].map((url) => new URL(url).origin);
  expect([...hosts].filter((host) => host.startsWith("http") && !own.includes(host))).toEqual([]);
});
