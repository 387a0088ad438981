import type { Page } from "@playwright/test";
import { id, parseEther, Wallet } from "ethers";
import { networks } from "../../../networks.ts";
import { aggregatorDouble, LATEST_ROUND, RATE } from "../../doubles/feed/aggregator.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { account } from "../support/chain.ts";
import { openRestored } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

/** The price in US dollars, from a feed on the chain; without one that is surely right, the page sells as it does without. */

const PRICE = parseEther("0.05");
const FEED = networks.mainnet.priceFeed;

/** Puts a feed where mainnet's is. */
async function feedOn({ chain }: MainnetStack) {
  const feed = await aggregatorDouble(chain.provider, FEED, account(0).address);
  const now = (await chain.provider.getBlock("latest"))?.timestamp ?? 0;
  return { ...feed, now };
}

/** The first sign of a visitor: only then are dollars asked for. */
async function giveSign(page: Page): Promise<void> {
  await page.mouse.move(10, 10);
  await page.mouse.move(30, 40);
}

const dollars = (text: string | RegExp) => new RegExp(`^In US dollars ${text}$`);

for (const width of [360, 1280]) {
  test(`at ${width} px the price is told in dollars too, read with the sale, and nothing moves`, async ({
    page,
    mainnet,
  }) => {
    const feed = await feedOn(mainnet);
    await feed.tell({ updatedAt: feed.now });
    const shifts: number[] = [];
    await page.exposeFunction("shifted", (value: number) => shifts.push(value));
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value } = entry as unknown as { value: number };
          void (window as unknown as { shifted(value: number): void }).shifted(value);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });

    await page.setViewportSize({ width, height: 900 });
    const before = mainnet.rpc.received.length;
    await page.goto(`${mainnet.url}?a=welcome5`);
    await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
    const line = page.locator(".dollars");
    await expect(line).toHaveText("");
    expect(mainnet.rpc.received.length - before).toBe(1);

    await giveSign(page);
    await expect(line).toHaveText(dollars("about \\$118\\.75"));
    expect(shifts).toEqual([]);
    const asked = mainnet.rpc.received.filter((text) => text.includes(FEED.slice(2).toLowerCase()));
    expect(asked.length).toBeGreaterThan(0);
    // Always beside the sale's multicall.
    for (const text of asked) expect(text).toContain("ac9650d8");

    const mint = new MintPageObject(page);
    await page.getByRole("button", { name: "Increase quantity" }).click();
    await expect(line).toHaveText(dollars("about \\$237\\.50"));
    await mint.quantity.fill("1");
    await expect(line).toHaveText(dollars("about \\$118\\.75"));
  });
}

test("the fee is told in dollars too once a wallet is connected, below the first screen of no telephone", async ({
  page,
  mainnet,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const feed = await feedOn(mainnet);
  await feed.tell({ updatedAt: feed.now, answer: 2n * RATE });
  const link = `${mainnet.url}?a=welcome5&card=Garden%20Flat`;
  const { mint } = await openRestored(page, link, mainnet.chain);
  await giveSign(page);
  await expect(page.locator(".dollars")).toHaveText(
    dollars("about \\$237\\.50 \\+ (under )?\\$\\d+\\.\\d\\d fee"),
    { timeout: 15_000 },
  );
  await expect(mint.mint).toBeInViewport({ ratio: 1 });
});

for (const [what, spoil] of [
  ["that has nothing to say", async () => {}],
  ["of yesterday", async (feed) => feed.tell({ updatedAt: feed.now - 24 * 3_600 })],
  ["below zero", async (feed) => feed.tell({ updatedAt: feed.now, answer: -RATE })],
  ["of 0", async (feed) => feed.tell({ updatedAt: feed.now, answer: 0n })],
  ["of another coin", async (feed) => feed.tell({ updatedAt: feed.now, description: "BTC / USD" })],
  [
    "that takes all gas",
    async (feed) => {
      await feed.tell({ updatedAt: feed.now });
      await feed.set(LATEST_ROUND, "burnGas");
    },
  ],
] satisfies [string, (feed: Awaited<ReturnType<typeof feedOn>>) => Promise<void>][]) {
  test(`a feed ${what} shows no dollars, and a ticket is bought`, async ({ page, mainnet }) => {
    const feed = await feedOn(mainnet);
    await spoil(feed);
    const { wallet, mint } = await openRestored(page, mainnet.url, mainnet.chain);
    await giveSign(page);
    wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
    await expect(page.getByText(/network fee/)).toHaveText(
      /^plus about \d\.\d{6} ETH network fee$/,
      { timeout: 15_000 },
    );
    const asked = () =>
      mainnet.rpc.answered.filter((text) => text.includes(FEED.slice(2).toLowerCase()));
    await expect.poll(() => asked().length).toBeGreaterThan(0);
    await expect(page.locator(".dollars")).toHaveText("");
    await mint.mint.click();
    await expect(mint.success).toContainText("Transaction successful!");
    await expect(page.getByText("$")).toHaveCount(0);
  });
}

test("where there is no feed at all, the sale is as without", async ({ page, mainnet }) => {
  const { wallet, mint } = await openRestored(page, mainnet.url, mainnet.chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  await expect(page.locator(".dollars")).toHaveText("");
});

test("a link can set no dollars", async ({ page, mainnet }) => {
  const feed = await feedOn(mainnet);
  await feed.tell({ updatedAt: feed.now });
  const other = new Wallet(id("of no feed")).address;
  const before = mainnet.rpc.received.length;
  const words = `dollars=1&rate=1&priceFeed=${other}&VITE_PRICE_FEED=${other}&card=about+1+dollar`;
  await page.goto(`${mainnet.url}?${words}#rate=1&priceFeed=${other}`);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await giveSign(page);
  await expect(page.locator(".dollars")).toHaveText(dollars("about \\$125\\.00"));
  const asked = mainnet.rpc.received.slice(before).map((text) => text.toLowerCase());
  expect(asked.some((text) => text.includes(FEED.slice(2).toLowerCase()))).toBe(true);
  expect(asked.filter((text) => text.includes(other.slice(2).toLowerCase()))).toEqual([]);
});
