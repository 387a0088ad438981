import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { noun, progressShownAbove, size } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";

/** Late content must not move what the visitor is about to press. */

const PRICE = parseEther("0.05");

async function shiftsOf(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const count = (entries: PerformanceEntryList) => {
          for (const entry of entries) sum += (entry as unknown as { value: number }).value;
        };
        const observer = new PerformanceObserver((list) => count(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        // Two frames later every paint has been reported.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            count(observer.takeRecords());
            resolve(sum);
          }),
        );
      }),
  );
}

/** Holds the first answer until the page is rendered, at each width. @param words text that the answer brings */
async function expectNoShift(
  page: Page,
  { url, rpc }: MainnetStack,
  words: string,
  query = "",
  widths = [360, 1280],
) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 1_000 });
    const release = await holdRequests(page, `${rpc.url}/`);
    await page.goto(`${url}${query}`);
    await expect(page.getByText("Reading the price…")).toBeVisible();
    release();
    await expect(page.getByText(words)).toBeVisible();
    expect(await shiftsOf(page), `at ${width} px`).toBe(0);
    await page.unroute(`${rpc.url}/`);
  }
}

for (const [query, words] of [
  ["", money(PRICE)],
  ["?a=welcome5&card=Loft", money(discounted(PRICE))],
  ["?a=unknown", "Not active."],
] as const) {
  test(`the first answer shifts nothing for the link ${query || "without a query"}`, async ({
    page,
    mainnet,
  }) => {
    await expectNoShift(page, mainnet, words, query);
  });
}

test("the notice that sales are paused shifts nothing", async ({ page, mainnet }) => {
  await (await mainnet.chain.ticket.pause()).wait();
  await expectNoShift(page, mainnet, "Sales are paused at the moment.");
});

test('neither the progress, nor "few left", nor "sold out" shifts anything', async ({
  page,
  mainnet,
}) => {
  const shown = progressShownAbove + 1;
  await mainnet.chain.sell(shown);
  await expectNoShift(page, mainnet, `${shown} / ${size}`, "", [320, 360, 1280]);
  await mainnet.chain.sell(size - 3 - shown);
  await expectNoShift(page, mainnet, "Only 3 tickets left");
  await mainnet.chain.sell(3);
  await expectNoShift(page, mainnet, "Sold out: no tickets are left.");
});

test("the measurement detects a late line that shifts what is below it", async ({
  page,
  mainnet: { url },
}) => {
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await page.getByText(`you will buy 1 x ${noun}`).evaluate((line) => {
    const late = document.createElement("p");
    late.textContent = "Late";
    line.before(late);
  });
  expect(await shiftsOf(page)).toBeGreaterThan(0);
});
