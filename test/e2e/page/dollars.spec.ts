import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { networks } from "../../../networks.ts";
import { aggregatorDouble } from "../../doubles/feed/aggregator.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { account } from "../support/chain.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

const PRICE = parseEther("0.05");
const FEED = networks.mainnet.priceFeed;

async function feedOn({ chain }: MainnetStack) {
  const feed = await aggregatorDouble(chain.provider, FEED, account(0).address);
  const now = (await chain.provider.getBlock("latest"))?.timestamp ?? 0;
  return { ...feed, now };
}

async function giveSign(page: Page): Promise<void> {
  await page.mouse.move(10, 10);
  await page.mouse.move(30, 40);
}

const dollars = (text: string | RegExp) => new RegExp(`^In US dollars ${text}$`);

test("the price is told in dollars too, read with the sale, and nothing moves", async ({
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

  await page.setViewportSize({ width: 360, height: 900 });
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
  // ac9650d8 is the selector of the sale's multicall: the feed has no request to itself.
  for (const text of asked) expect(text).toContain("ac9650d8");

  const mint = new MintPageObject(page);
  await page.getByRole("button", { name: "Increase quantity" }).click();
  await expect(line).toHaveText(dollars("about \\$237\\.50"));
  await mint.quantity.fill("1");
  await expect(line).toHaveText(dollars("about \\$118\\.75"));
});
