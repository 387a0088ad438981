import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { formatEther, Network, toQuantity } from "ethers";
import * as collection from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { leftoversIn, wordsIn } from "../../support/leftovers.ts";
import { JETTY, makeOtherProject, type OtherProject } from "../../support/other-project.ts";
import { serveStatic } from "../../support/static-server.ts";
import { Chain } from "../support/chain.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { PROJECT_ID } from "../support/mainnet-build.ts";
import { startNode } from "../support/node.ts";

const OF_THIS_COLLECTION = [
  /^docs\/(art|gallery|gas|conformance)\.md$/,
  /^docs\/decisions\//,
  /^test\//,
];
const FOREIGN = ["ETH", "homes"];
const { chainId, title, confirmations } = networks.polygon;

const saidBy = (html: string) => html.replace(/<(script|style)\b.*?<\/\1>/gs, "");

const documentOf = (uri: string) =>
  JSON.parse(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64").toString());

interface Deployed {
  readonly project: OtherProject;
  readonly printed: string;
  readonly chain: Chain;
}

const test = base.extend<{ readonly deployed: Deployed }>({
  deployed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const node = await startNode(chainId);
      const project = await makeOtherProject();
      const rehearsal = (...words: string[]) =>
        project.npm(["hardhat", "--", ...words, "--network", "rehearsal", "--yes"], {
          REHEARSAL_RPC_URL: node.url,
        });
      const printed =
        (await rehearsal("ticket", "deploy")) + (await rehearsal("affiliates", "add", "welcome"));
      const record = path.join(project.folder, "deployments/rehearsal/record.json");
      const { address } = (await import(record, { with: { type: "json" } })).default;
      await project.npm(["build", "--", "--mode", "polygon"], {
        VITE_REOWN_PROJECT_ID: PROJECT_ID,
        VITE_RPC_URLS: node.url,
        VITE_TICKET_ADDRESS: address,
      });
      const chain = new Chain(node.url, address, new Network(title, chainId));
      await use({ project, printed, chain });
      chain.close();
      await project.remove();
      await node.stop();
    },
    { timeout: 300_000 },
  ],
});

test("another collection is deployed, built and sold out, and says nothing of this one", async ({
  page,
  deployed: { project, printed, chain },
}) => {
  const folder = path.join(project.folder, "frontend/dist");
  const read = (file: string) => readFile(path.join(folder, file), "utf8");

  await test.step("what hosts, programs and people read before any script", async () => {
    const html = await read("index.html");
    expect(html).toContain(`<title>${JETTY.name} · NFT minting dapp</title>`);
    expect(html).toContain(JETTY.tagline);
    expect(leftoversIn(saidBy(html), FOREIGN)).toEqual([]);
    const forgotten = html.replace(JETTY.tagline, `${collection.size} homes`);
    expect(leftoversIn(saidBy(forgotten), FOREIGN)).toHaveLength(2);
    const manifest = await read("site.webmanifest");
    expect(manifest).toContain(JETTY.summary);
    expect(leftoversIn(manifest, FOREIGN)).toEqual([]);
  });

  await test.step("what scripts say, in any state", async () => {
    const scripts = (await readdir(path.join(folder, "assets"))).filter((file) =>
      file.endsWith(".js"),
    );
    const said = await Promise.all(scripts.map((file) => read(`assets/${file}`)));
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

  await test.step("what the documents say", async () => {
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

  await test.step("the last ones over the page, at its own discount and in its own currency", async () => {
    const site = await serveStatic(folder);
    const price = await chain.ticket.ticketPrice();
    expect(printed).toContain(`${formatEther(price)} POL`);
    expect(leftoversIn(printed, FOREIGN)).toEqual([]);
    const last = JETTY.maxPerPurchase - 1;
    const sold = JETTY.size - last;
    await chain.sell(sold);
    const value = (price * BigInt(last * (100 - JETTY.discountPercent))) / 100n;
    const link = `${site.url}?a=welcome&card=Harbour`;
    const { wallet, mint } = await openWithWallet(page, link, chain, { chainId });
    wallet.expected = { quantity: last, affiliateCode: "welcome", value };

    await mint.quantity.fill(String(JETTY.maxPerPurchase + 1));
    await expect(page.getByText(`you will buy ${last} x Harbour Pass`)).toBeVisible();
    await expect(page.getByRole("strong")).toHaveText(
      `${Number(formatEther(value)).toFixed(6)} POL`,
    );
    await expect(page.getByText(`-${JETTY.discountPercent}%`)).toBeVisible();
    await expect(page.getByText(`This code gives ${JETTY.discountPercent}% off.`)).toBeVisible();
    await expect(page.getByText(`${sold} / ${JETTY.size}`)).toBeVisible();
    expect(leftoversIn(saidBy(await page.content()), FOREIGN)).toEqual([]);
    await mint.connectWith(wallet.name);
    await mint.mint.click();
    await expect.poll(() => chain.ticket.totalSupply()).toBe(BigInt(JETTY.size));
    await chain.provider.send("hardhat_mine", [toQuantity(confirmations)]);

    await expect(mint.success).toContainText(`Tickets #${sold + 1} to #${JETTY.size} are yours.`);
    await expect(page.getByText("Sold out.")).toBeVisible();
    expect(leftoversIn(saidBy(await page.content()), FOREIGN)).toEqual([]);
    expect(await chain.ticket.affiliateSales("welcome")).toEqual([true, 1n, BigInt(last), value]);
    await expect(chain.buyFrom(2, 1)).rejects.toThrow();
    await site.close();
  });

  await test.step("what marketplaces read", async () => {
    const picture = expect.any(String);
    expect(documentOf(await chain.tokenUri(1n))).toEqual({
      name: "Jetty #1",
      description: "Berth 1 of 777.",
      image: picture,
      attributes: expect.any(Array),
    });
    expect(documentOf(await chain.ticket.contractURI())).toEqual({
      name: JETTY.name,
      symbol: JETTY.symbol,
      description: JETTY.description,
      image: picture,
      featured_image: picture,
      banner_image: picture,
    });
  });
});
