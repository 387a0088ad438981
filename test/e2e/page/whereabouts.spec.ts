import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { parseEther } from "ethers";
import { name } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { freePort } from "../../support/process.ts";
import { serveStatic } from "../../support/static-server.ts";
import { expect, test } from "../support/fixtures.ts";
import { test as hosted } from "../support/hosted-fixtures.ts";
import { serveMainnetBuild } from "../support/mainnet-build.ts";
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
  const port = await freePort();
  const second = `http://localhost:${port}/`;
  const copy = await serveMainnetBuild({
    VITE_RPC_URLS: rpc.url,
    VITE_TICKET_ADDRESS: ticketAddress,
    VITE_SITE_URL: `${OWN}, ${second}`,
  });
  const own = await serveStatic(copy.folder, { port });

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

  await page.goto(second);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await expect(notice).toHaveCount(0);
  await own.close();
  await copy.close();
});

hosted("runs under the host's headers without a violation", async ({ page, hosted }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  const answer = await page.goto(hosted.url);
  expect(answer?.headers()["content-security-policy"]).toContain("trusted-types lit-html");
  // With this header, WebKitGTK 2.50 runs no script of the wallet, although the import map has the
  // hashes.
  expect(answer?.headers()).not.toHaveProperty("integrity-policy");
  await expect(page.getByText(money(PRICE))).toBeVisible();
  expect(complaints).toEqual([]);
});
