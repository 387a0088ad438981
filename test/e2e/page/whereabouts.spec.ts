import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { name } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { serveStatic } from "../../support/static-server.ts";
import { findingsInBuild } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";
import { OWN_URL } from "../support/mainnet-build.ts";
import { MintPageObject, PRICE } from "../support/page.ts";

test("refuses to work in a frame of another site, and offers its own address", async ({
  page,
  context,
  mainnet: { url, rpc },
}, testInfo) => {
  const link = `${url}?a=welcome5&card=Loft`;
  const before = rpc.requests.length;
  const folder = testInfo.outputPath("framer");
  await mkdir(folder);
  await writeFile(
    path.join(folder, "index.html"),
    `<iframe src="${link.replace("&", "&amp;")}" width="900" height="900"></iframe>`,
  );
  const framer = await serveStatic(folder);
  await page.goto(framer.url);
  const frame = page.frameLocator("iframe");
  await expect(
    frame.getByRole("heading", { name: `${name} can't be used inside another site` }),
  ).toBeVisible();
  const address = frame.getByRole("link", { name: url });
  await expect(address).toHaveAttribute("href", link);
  await page.waitForLoadState("networkidle");
  await expect(frame.getByRole("button")).toHaveCount(0);
  await expect(frame.getByRole("spinbutton")).toHaveCount(0);
  expect(rpc.requests.length).toBe(before);

  const opened = context.waitForEvent("page");
  await address.click();
  await expect((await opened).getByRole("button", { name: "Connect Wallet" })).toBeVisible();
  await framer.close();
});

test("says that it is a copy, with its own URL, at a foreign origin", async ({
  page,
  copyStack: { url, folder },
}) => {
  await page.goto(`${url}?a=welcome5&card=Loft`);
  const notice = page.getByRole("complementary", { name: "This is a copy" });
  await expect(notice).toHaveText(
    `This is a copy of the page, at another address. Before you connect a wallet or buy, go to ${OWN_URL}`,
  );
  await expect(notice.getByRole("link", { name: OWN_URL })).toHaveAttribute(
    "href",
    `${OWN_URL}?a=welcome5&card=Loft`,
  );
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  const [words, button] = await Promise.all([
    notice.boundingBox(),
    new MintPageObject(page).connect.boundingBox(),
  ]);
  expect(words?.y).toBeLessThan(button?.y ?? 0);
  const html = await readFile(path.join(folder, "index.html"), "utf8");
  expect(await findingsInBuild(html)).toEqual([]);
});
