import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { parseEther } from "ethers";
import { name } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { serveStatic } from "../../support/static-server.ts";
import { EVERY_FEATURE } from "../support/features-build.ts";
import { expect, test } from "../support/fixtures.ts";
import { findingsInBuild } from "../support/html-judge.ts";
import { serveSharedBuild } from "../support/mainnet-build.ts";
import { MintPageObject } from "../support/page.ts";

const PRICE = parseEther("0.05");
const OWN = "https://mint.example/";

async function openFramed(page: Page, testInfo: TestInfo, frame: string) {
  const folder = testInfo.outputPath("framer");
  await mkdir(folder);
  await writeFile(path.join(folder, "index.html"), frame);
  const server = await serveStatic(folder);
  await page.goto(server.url);
  return server;
}

test("refuses to work in a frame of another site, and offers its own address", async ({
  page,
  context,
  mainnet: { url, rpc },
}, testInfo) => {
  const link = `${url}?a=welcome5&card=Loft`;
  const before = rpc.received.length;
  const framer = await openFramed(
    page,
    testInfo,
    `<iframe src="${link.replace("&", "&amp;")}" width="900" height="900"></iframe>`,
  );
  const frame = page.frameLocator("iframe");
  await expect(
    frame.getByRole("heading", { name: `${name} can't be used inside another site` }),
  ).toBeVisible();
  const address = frame.getByRole("link", { name: url });
  await expect(address).toHaveAttribute("href", link);
  await page.waitForLoadState("networkidle");
  await expect(frame.getByRole("button")).toHaveCount(0);
  await expect(frame.getByRole("spinbutton")).toHaveCount(0);
  expect(rpc.received.length).toBe(before);

  const opened = context.waitForEvent("page");
  await address.click();
  await expect((await opened).getByRole("button", { name: "Connect Wallet" })).toBeVisible();
  await framer.close();
});

test("says that it is a copy, with its own URL, at a foreign origin", async ({
  page,
  simulatedMainnet: { rpc, ticketAddress },
}) => {
  const copy = await serveSharedBuild({
    VITE_RPC_URLS: rpc.url,
    VITE_TICKET_ADDRESS: ticketAddress,
    VITE_SITE_URL: OWN,
    VITE_SALE_OPENS: "2027-01-01T12:00:00Z",
    ...EVERY_FEATURE,
  });
  await page.goto(`${copy.url}?a=welcome5&card=Loft`);
  const notice = page.getByRole("complementary", { name: "This is a copy" });
  await expect(notice).toHaveText(
    `This is a copy of the page, at another address. Before you connect a wallet or buy, go to ${OWN}`,
  );
  await expect(notice.getByRole("link", { name: OWN })).toHaveAttribute(
    "href",
    `${OWN}?a=welcome5&card=Loft`,
  );
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  const [words, button] = await Promise.all([
    notice.boundingBox(),
    new MintPageObject(page).connect.boundingBox(),
  ]);
  expect(words?.y).toBeLessThan(button?.y ?? 0);
  // The longest HTML of a build: an address, an opening and every feature of the kit.
  expect(
    await findingsInBuild(await readFile(path.join(copy.folder, "index.html"), "utf8")),
  ).toEqual([]);
  await copy.close();
});
