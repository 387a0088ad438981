import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import type { Page } from "@playwright/test";
import { noun, progressShownAbove, size } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { aggregatorDouble } from "../../doubles/feed/aggregator.ts";
import { discounted } from "../../support/collection.ts";
import { deferred } from "../../support/deferred.ts";
import { startHttpServer } from "../../support/http-server.ts";
import { money } from "../../support/money.ts";
import { account } from "../support/chain.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/loading.ts";
import { PRICE } from "../support/page.ts";

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
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            count(observer.takeRecords());
            resolve(sum);
          }),
        );
      }),
  );
}

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
    await expect(page.getByText("Loading the price…")).toBeVisible();
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
  test(`neither hydration nor the first answer shifts or reports anything for the link ${query || "without a query"}`, async ({
    page,
    mainnet,
    pageErrors,
  }) => {
    await expectNoShift(page, mainnet, words, query);
    expect(pageErrors).toEqual([]);
  });
}

test("the price in dollars, which comes at the first sign of a visitor, shifts nothing", async ({
  page,
  mainnet: { url, chain, rpc },
}) => {
  const { provider } = chain;
  const feed = await aggregatorDouble(provider, networks.mainnet.priceFeed, account(0).address);
  await feed.tell({ updatedAt: (await provider.getBlock("latest"))?.timestamp ?? 0 });
  await page.setViewportSize({ width: 360, height: 1_000 });
  const before = rpc.requests.length;
  await page.goto(`${url}?a=welcome5`);
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  await expect(page.locator(".dollars")).toHaveText("");
  expect(rpc.requests.length - before).toBe(1);
  await page.mouse.move(10, 10);
  await page.mouse.move(30, 40);
  await expect(page.locator(".dollars")).toHaveText("In US dollars about $118.75");
  expect(await shiftsOf(page)).toBe(0);
  // Negative control: a late line shifts what is below it.
  await page.getByText(`you will buy 1 x ${noun}`).evaluate((line) => line.before("Late"));
  expect(await shiftsOf(page)).toBeGreaterThan(0);
});

test("a price that can't be read takes the fee's words away, and shifts nothing", async ({
  page,
  mainnet: { url, rpc },
}) => {
  const failing = deferred<void>();
  await page.route(`${rpc.url}/`, async (route) => {
    await failing.promise;
    await route.abort();
  });
  await page.goto(url);
  await expect(page.getByText("plus the network fee")).toBeVisible();
  failing.resolve();
  await expect(page.getByText("Price unavailable")).toBeVisible();
  await expect(page.getByText("plus the network fee")).toHaveCount(0);
  expect(await shiftsOf(page)).toBe(0);
});

test('neither the progress, nor "few left", nor "paused", nor "sold out" shifts anything', async ({
  page,
  mainnet,
}) => {
  const shown = progressShownAbove + 1;
  await mainnet.chain.sell(shown);
  await expectNoShift(page, mainnet, `${shown} / ${size}`, "", [320, 360, 1280]);
  await mainnet.chain.sell(size - 3 - shown);
  await expectNoShift(page, mainnet, "Only 3 tickets left");
  await (await mainnet.chain.ticket.pause()).wait();
  await expectNoShift(page, mainnet, "Sales are paused.");
  await (await mainnet.chain.ticket.unpause()).wait();
  await mainnet.chain.sell(3);
  await expectNoShift(page, mainnet, "Sold out.");
});

/**
 * Matches a start tag and the text up to the next tag, but not the content of these three elements.
 */
const PIECE = /<(script|noscript|template)\b.*?<\/\1>|<[a-z].*?(?=<[a-z]|$)/gs;

/** Resolves once the browser has painted the piece that ends with this comment. */
async function painted(page: Page, comment: string): Promise<void> {
  await page.evaluate(
    (sought) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
          let found = false;
          while (!found && comments.nextNode()) found = comments.currentNode.nodeValue === sought;
          requestAnimationFrame(found ? () => resolve() : look);
        };
        look();
      }),
    comment,
  );
}

for (const query of ["", "?a=welcome5&card=Loft", "?a=welcome5%22"])
  test(`nothing shifts while the page's HTML comes element by element, for the link ${query || "without a query"}`, async ({
    page,
    mainnet: { folder },
  }) => {
    const html = await readFile(path.join(folder, "index.html"), "utf8");
    const body = html.indexOf("<body");
    const pieces = html.slice(body).match(PIECE) ?? [];
    const asked = deferred<ServerResponse>();
    const server = await startHttpServer(({ url }, response) => {
      if (url === `/${query}`) asked.resolve(response);
    });
    await page.setViewportSize({ width: 360, height: 1_000 });
    const opened = page.goto(`http://localhost:${server.port}/${query}`, { waitUntil: "commit" });
    const response = await asked.promise;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(html.slice(0, body));
    await opened;
    for (const [index, piece] of pieces.entries()) {
      const comment = `piece ${index}`;
      response.write(`${piece}<!--${comment}-->`);
      await painted(page, comment);
    }
    await expect(page.getByText("View contract on Etherscan")).toBeVisible();
    expect(await shiftsOf(page)).toBe(0);
    await server.close();
  });
