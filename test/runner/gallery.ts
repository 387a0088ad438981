import { writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import hre from "hardhat";
import { readTheme } from "../../frontend/build/page/theme.ts";
import { browserLaunchOptions } from "../../scripts/dev/browser.ts";

/** `npm run gallery`. Run it after a change to the renderer. */
const HOMES = 100;
const COLUMNS = 10;
const SIDE = 112;
const GAP = 8;

const { ethers } = await hre.network.create({ override: { hardfork: "osaka" } });
const renderer = await ethers.deployContract("TicketRenderer");

const images: string[] = [];
for (let tokenId = 1n; tokenId <= HOMES; tokenId++) {
  const [, json = ""] = (await renderer.tokenURI(tokenId)).split(",");
  const metadata: { image: string } = JSON.parse(Buffer.from(json, "base64").toString());
  images.push(`<img src="${metadata.image}" width="${SIDE}" height="${SIDE}">`);
}

const width = COLUMNS * SIDE + (COLUMNS + 1) * GAP;
const browser = await chromium.launch(await browserLaunchOptions());
const page = await browser.newPage({ viewport: { width, height: width } });
await page.setContent(
  `<body style="margin:${GAP}px;display:grid;gap:${GAP}px;background:${readTheme().paper};grid-template-columns:repeat(${COLUMNS},${SIDE}px)">${images.join("")}</body>`,
);
await writeFile(
  "docs/gallery.jpg",
  await page.screenshot({ fullPage: true, type: "jpeg", quality: 84 }),
);
await browser.close();
