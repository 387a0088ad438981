import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEther } from "ethers";
import { networks } from "../../../networks.ts";
import { openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { jsonFile } from "../support/pictures-host.ts";

test("shows the folder's pictures, each in the same square, and asks its host for nothing else", async ({
  page,
  folder: { url, built, chain, host },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [index, [width, height]] of [
    [20, 400],
    [400, 20],
    [40, 40],
  ].entries()) {
    const image = `art/${index + 1}.svg`;
    host.files.set(`${index + 1}.json`, jsonFile({ image }));
    host.files.set(image, {
      type: "image/svg+xml",
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#a43" d="M0 0h${width}v${height}H0z"/></svg>`,
    });
  }
  const refused: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // The policy blocks AppKit's font on every page.
    if (/Content Security Policy/.test(text)) {
      refused.push(text);
    }
  });
  const options = { chainId: networks.localhost.chainId };
  const { wallet, mint } = await openWithWallet(page, url, chain, options);
  wallet.expected = { quantity: 3, affiliateCode: null, value: 3n * parseEther("0.05") };
  await mint.quantity.fill("3");
  await mint.connectWith(wallet.name);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");

  for (const number of [1, 2, 3]) {
    const picture = mint.success.getByRole("img", { name: `Ticket #${number}` });
    await expect(picture).toHaveAttribute("src", `${host.url}art/${number}.svg`);
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const box = await picture.boundingBox();
    expect(box?.width).toBeGreaterThan(60);
    expect(box?.height).toBeCloseTo(box?.width ?? 0, 0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const { pathname, origin } = new URL(host.url);
  expect(host.requested.map((request) => request.path).sort()).toEqual(
    [1, 2, 3]
      .flatMap((number) => [`${pathname}${number}.json`, `${pathname}art/${number}.svg`])
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
