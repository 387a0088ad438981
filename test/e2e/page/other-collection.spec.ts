import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { formatEther, toQuantity } from "ethers";
import * as collection from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { leftoversIn, wordsIn } from "../../support/leftovers.ts";
import { JETTY } from "../../support/other-project.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

const OF_THIS_COLLECTION = [
  /^docs\/(art|gallery|gas|conformance)\.md$/,
  /^docs\/decisions\//,
  /^test\//,
];
const FOREIGN = ["ETH", "homes"];

function saidBy(html: string): string {
  return html.replace(/<(script|style)\b.*?<\/\1>/gs, "");
}

test("what hosts, programs and people read before any script is of the other collection", async ({
  otherCollection: { folder },
}) => {
  const html = await readFile(path.join(folder, "index.html"), "utf8");
  expect(html).toContain(`<title>${JETTY.name} · NFT minting dapp</title>`);
  expect(html).toContain(JETTY.tagline);
  expect(leftoversIn(saidBy(html), FOREIGN)).toEqual([]);
  const forgotten = html.replace(JETTY.tagline, `${collection.size} homes`);
  expect(leftoversIn(saidBy(forgotten), FOREIGN)).toHaveLength(2);
  const manifest = await readFile(path.join(folder, "site.webmanifest"), "utf8");
  expect(manifest).toContain(JETTY.summary);
  expect(leftoversIn(manifest, FOREIGN)).toEqual([]);
});

test("no script says anything of this collection, in any state", async ({
  otherCollection: { folder },
}) => {
  const assets = path.join(folder, "assets");
  const scripts = (await readdir(assets)).filter((file) => file.endsWith(".js"));
  const said = await Promise.all(scripts.map((file) => readFile(path.join(assets, file), "utf8")));
  // Leaves out AppKit's scripts, because they mention Ether and have their own numbers.
  const own = said.filter((script) => script.includes(JETTY.name) || /network fee/.test(script));
  expect(own.length).toBeGreaterThan(1);
  expect(
    own.flatMap((script) =>
      leftoversIn(script, FOREIGN).filter((one) => !/^(5000|5,000):/.test(one)),
    ),
  ).toEqual([]);
  expect(said.join("\n")).not.toMatch(/\bHearth\b/);
});

test("what marketplaces read is of the other collection", async ({
  otherCollection: { chain },
}) => {
  const documentOf = (uri: string) =>
    JSON.parse(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64").toString());
  await chain.sell(1);
  const { image: _picture, attributes: _art, ...ticket } = documentOf(await chain.tokenUri(1n));
  expect(ticket).toEqual({ name: "Jetty #1", description: "Berth 1 of 777." });
  const {
    image: _i,
    featured_image: _f,
    banner_image: _b,
    ...whole
  } = documentOf(await chain.ticket.contractURI());
  expect(whole).toEqual({
    name: JETTY.name,
    symbol: JETTY.symbol,
    description: JETTY.description,
  });
});

test("the documents say nothing of this collection", async ({ otherCollection: { project } }) => {
  await project.npm(["descriptor"]);
  const files = (await readdir(project.folder, { recursive: true }))
    .filter((file) => /\.md$|erc7730\/.*\.json$|^package\.json$/.test(file))
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .filter((file) => !OF_THIS_COLLECTION.some((pattern) => pattern.test(file)));
  expect(files).toContain("README.md");
  const left: string[] = [];
  for (const file of files) {
    const text = await readFile(path.join(project.folder, file), "utf8");
    // This document contains 5000 basis points, the commission's limit.
    const look = file === "docs/reference/contracts.md" ? wordsIn : leftoversIn;
    left.push(...look(text).map((leftover) => `${file}: ${leftover}`));
  }
  expect(left).toEqual([]);
});

test("it sells out: the last ones over the page, at its own discount and in its own currency", async ({
  page,
  otherCollection: { url, chain, printed },
}) => {
  const price = await chain.ticket.ticketPrice();
  expect(printed).toContain(`${formatEther(price)} POL`);
  expect(leftoversIn(printed, FOREIGN)).toEqual([]);
  const last = JETTY.maxPerPurchase - 1;
  await chain.sell(JETTY.size - last);
  const value = (price * BigInt(last * (100 - JETTY.discountPercent))) / 100n;
  const { wallet, mint } = await openWithWallet(page, `${url}?a=welcome&card=Harbour`, chain, {
    chainId: networks.polygon.chainId,
  });
  wallet.expected = { quantity: last, affiliateCode: "welcome", value };

  await mint.quantity.fill(String(JETTY.maxPerPurchase + 1));
  await expect(page.getByText(`you will buy ${last} x Harbour Pass`)).toBeVisible();
  await expect(page.getByRole("strong")).toHaveText(`${Number(formatEther(value)).toFixed(6)} POL`);
  await expect(page.getByText(`-${JETTY.discountPercent}%`)).toBeVisible();
  await expect(page.getByText(`This code gives ${JETTY.discountPercent}% off.`)).toBeVisible();
  await expect(page.getByText(`${JETTY.size - last} / ${JETTY.size}`)).toBeVisible();
  expect(leftoversIn(saidBy(await page.content()), FOREIGN)).toEqual([]);
  await mint.connectWith(wallet.name);
  await mint.mint.click();
  await expect.poll(() => chain.ticket.totalSupply()).toBe(BigInt(JETTY.size));
  await chain.provider.send("hardhat_mine", [toQuantity(networks.polygon.confirmations)]);

  await expect(mint.success).toContainText(
    `Tickets #${JETTY.size - last + 1} to #${JETTY.size} are yours.`,
  );
  await expect(page.getByText("Sold out.")).toBeVisible();
  expect(leftoversIn(saidBy(await page.content()), FOREIGN)).toEqual([]);
  expect(await chain.ticket.affiliateSales("welcome")).toEqual([true, 1n, BigInt(last), value]);
  await expect(chain.buyFrom(2, 1)).rejects.toThrow();
});
