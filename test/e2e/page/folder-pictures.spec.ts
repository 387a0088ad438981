import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { networks } from "../../../networks.ts";
import type { Chain } from "../support/chain.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { expect, test, useFolder } from "../support/fixtures.ts";
import { jsonFile, pictureFile } from "../support/pictures-host.ts";

/** A collection whose pictures are in a folder outside the chain, which a real host serves. */

const PRICE = parseEther("0.05");
const { chainId: LOCAL } = networks.localhost;

async function buy(page: Page, url: string, chain: Chain, chainId: number, quantity: number) {
  const { wallet, mint } = await openWithWallet(page, url, chain, { chainId });
  wallet.expected = { quantity, affiliateCode: null, value: PRICE * BigInt(quantity) };
  await mint.quantity.fill(String(quantity));
  await mint.connectWith(wallet.name);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  return mint;
}

/** What the page's own policy refused. */
function listenForRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // The wallet kit's font is refused on every page.
    if (/Content Security Policy/.test(text)) {
      refused.push(text);
    }
  });
  return refused;
}

test("shows the pictures of the folder, and asks its host for nothing else", async ({
  page,
  folder: { url, built, chain, host },
}) => {
  for (const number of [1, 2, 3]) {
    host.files.set(`${number}.json`, jsonFile({ name: `#${number}`, image: `art/${number}.png` }));
    host.files.set(`art/${number}.png`, await pictureFile());
  }
  const refused = listenForRefusals(page);
  const mint = await buy(page, url, chain, LOCAL, 3);

  for (const number of [1, 2, 3]) {
    const picture = mint.success.getByRole("img", { name: `Ticket #${number}` });
    await expect(picture).toHaveAttribute("src", `${host.url}art/${number}.png`);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  const { pathname, origin } = new URL(host.url);
  expect(host.requested.map((request) => request.path).sort()).toEqual(
    [1, 2, 3]
      .flatMap((number) => [`${pathname}${number}.json`, `${pathname}art/${number}.png`])
      .sort(),
  );
  expect(host.requested.map(({ referer }) => referer)).toEqual(host.requested.map(() => undefined));
  expect(refused).toEqual([]);

  const html = await readFile(path.join(built, "index.html"), "utf8");
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const naming = policy.split("; ").filter((directive) => directive.includes(origin));
  expect(naming.map((directive) => directive.split(" ")[0])).toEqual(["img-src", "connect-src"]);
  expect(policy).not.toContain(pathname);
});

test("shows each picture in the same square, whatever its own size, on a narrow page too", async ({
  page,
  folder: { url, chain, host },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [number, [width, height]] of [
    [20, 400],
    [400, 20],
    [40, 40],
  ].entries()) {
    host.files.set(`${number + 1}.json`, jsonFile({ image: `${number + 1}.svg` }));
    host.files.set(`${number + 1}.svg`, {
      type: "image/svg+xml",
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#a43" d="M0 0h${width}v${height}H0z"/></svg>`,
    });
  }
  const mint = await buy(page, url, chain, LOCAL, 3);
  const pictures = mint.success.getByRole("img", { name: /Ticket #/ });
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const box = await picture.boundingBox();
    expect(box?.width).toBeGreaterThan(60);
    expect(box?.height).toBeCloseTo(box?.width ?? 0, 0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("says so if the folder has no such file", async ({ page, folder: { url, chain, host } }) => {
  const mint = await buy(page, url, chain, LOCAL, 1);

  await expect(mint.success).toContainText(
    "The pictures couldn't be loaded just now. Your tickets are not affected.",
  );
  expect(host.requested).toHaveLength(1);
});

test("asks no other host for a picture that the metadata names there", async ({
  page,
  folder: { url, chain, host },
}) => {
  const other = "https://tracker.example/1.png";
  host.files.set("1.json", jsonFile({ image: other }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const mint = await buy(page, url, chain, LOCAL, 1);

  await expect(mint.success).toContainText("couldn't be loaded just now");
  expect(asked).toContain(`${host.url}1.json`);
  expect(asked).not.toContain(other);
});

test("leaves out a picture that is none, and keeps the others", async ({
  page,
  folder: { url, chain, host },
}) => {
  host.files.set("1.json", jsonFile({ image: "1.png" }));
  host.files.set("1.png", { type: "text/html", body: "<!doctype html><title>Not found</title>" });
  host.files.set("2.json", jsonFile({ image: "2.png" }));
  host.files.set("2.png", await pictureFile());
  const mint = await buy(page, url, chain, LOCAL, 2);

  await expect(mint.success.getByRole("img", { name: "Ticket #2" })).toBeVisible();
  await expect(mint.success.getByRole("img", { name: "Ticket #1" })).toHaveCount(0);
});

test("without the setting, makes no request for them and says so in one sentence", async ({
  page,
  mainnet: { url, chain },
}) => {
  const folder = "https://tickets.example/folder/";
  await useFolder(chain, folder);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const mint = await buy(page, url, chain, 1, 2);

  await expect(mint.success).toContainText(
    "The pictures are stored outside the chain, and this page does not load them. Your tickets are not affected.",
  );
  await expect(mint.success.getByRole("img")).toHaveCount(0);
  expect(asked.filter((address) => address.startsWith("https://tickets.example"))).toEqual([]);
});
