import { readFile } from "node:fs/promises";
import path from "node:path";
import { FolderRenderer__factory } from "../../../typechain-types/index.ts";
import { account } from "../support/chain.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { serveMainnetBuild } from "../support/mainnet-build.ts";
import { PRICE } from "../support/page.ts";

const CID = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const ORIGIN = "https://pictures.example";
const FOLDER = `${ORIGIN}/ipfs/${CID}/`;

/** Sizes of the tickets' pictures. */
const SIZES = [
  { width: 20, height: 400 },
  { width: 400, height: 20 },
  { width: 40, height: 40 },
];

test("shows the folder's pictures, each in the same square, and asks its host for nothing else", async ({
  page,
  mainnet: { chain, rpc },
}) => {
  const owner = account(0).connect(chain.provider);
  const renderer = await new FolderRenderer__factory(owner).deploy(`ipfs://${CID}/`);
  await (await chain.ticket.setRenderer(await renderer.getAddress())).wait();
  const { url, folder, close } = await serveMainnetBuild({
    VITE_RPC_URLS: rpc.url,
    VITE_TICKET_ADDRESS: await chain.ticketAddress(),
    VITE_PICTURES_URL: FOLDER,
  });
  const asked: string[] = [];
  const referred: string[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    const request = route.request();
    asked.push(request.url());
    if (request.headers().referer !== undefined) referred.push(request.url());
    const [, number = "", type] = /(\d)\.(json|svg)$/.exec(request.url()) ?? [];
    // Answers every origin, like an IPFS gateway.
    const headers = { "access-control-allow-origin": "*" };
    if (type === "json") {
      await route.fulfill({ headers, json: { image: `art/${number}.svg` } });
      return;
    }
    const { width, height } = SIZES[Number(number) - 1] ?? {};
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#a43" d="M0 0h${width}v${height}H0z"/></svg>`;
    await route.fulfill({ headers, contentType: "image/svg+xml", body });
  });
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const { wallet, mint } = await openWithWallet(page, url, chain);
  wallet.expected = { quantity: 3, affiliateCode: null, value: 3n * PRICE };
  await mint.quantity.fill("3");
  await mint.connectWith(wallet.name);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");

  for (const number of [1, 2, 3]) {
    const picture = mint.success.getByRole("img", { name: `Ticket #${number}` });
    await expect(picture).toHaveAttribute("src", `${FOLDER}art/${number}.svg`);
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const box = await picture.boundingBox();
    expect(box?.width).toBeGreaterThan(60);
    expect(box?.height).toBeCloseTo(box?.width ?? 0, 0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(asked.sort()).toEqual(
    [1, 2, 3].flatMap((number) => [`${FOLDER}${number}.json`, `${FOLDER}art/${number}.svg`]).sort(),
  );
  expect(referred).toEqual([]);
  // Negative control: a request with a referrer is noticed.
  await page.evaluate((each) => fetch(each, { referrerPolicy: "unsafe-url" }), `${FOLDER}1.json`);
  expect(referred).toEqual([`${FOLDER}1.json`]);
  expect(refused).toEqual([]);

  const html = await readFile(path.join(folder, "index.html"), "utf8");
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const naming = policy.split("; ").filter((directive) => directive.includes(ORIGIN));
  expect(naming.map((directive) => directive.split(" ")[0])).toEqual(["img-src", "connect-src"]);
  expect(policy).not.toContain(CID);
  await close();
});
