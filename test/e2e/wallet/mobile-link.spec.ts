import { devices } from "@playwright/test";
import { verifyMessage } from "ethers";
import { CloudApi } from "../../../frontend/kit/doubles/cloud-api.ts";
import { expect, test } from "../support/fixtures.ts";
import { callKit } from "../support/kit-controllers.ts";
import { PROJECT_ID } from "../support/mainnet-build.ts";

test.use({ userAgent: devices["Pixel 7"].userAgent, hasTouch: true });

const LINK = "alder://";

test("[W-03] opens the telephone's wallet by its link, which pairs, approves, signs and sends", async ({
  page,
  mint,
  telephone,
}) => {
  const cloud = new CloudApi(PROJECT_ID);
  cloud.state.wallets = cloud.state.wallets.map((listing) =>
    listing.name === "Alder Wallet" ? { ...listing, mobile_link: LINK } : listing,
  );
  await cloud.serve(page);
  const opened: URL[] = [];
  await page.exposeFunction("openedInTest", (href: string) => {
    opened.push(new URL(href));
  });
  await page.addInitScript(() => {
    window.open = (href) => {
      (window as unknown as { openedInTest(href: string): void }).openedInTest(String(href));
      return null;
    };
  });
  const wallet = await telephone();
  await mint.open();
  await mint.connect.click();
  await page.getByText("All Wallets").click();
  await page.getByText("Alder Wallet").click();
  await expect.poll(() => opened.length).toBe(1);
  const [pairing] = opened.splice(0);
  expect(pairing?.href.split("?")[0]).toBe(`${LINK}wc`);
  const uri = pairing?.searchParams.get("uri") ?? "";
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);

  await wallet.pair(uri);
  await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
  const signature = await callKit(page, "connection", "signMessage", "Good morning");
  expect(verifyMessage("Good morning", String(signature))).toBe(wallet.address);

  await mint.buyOneWith(wallet);
  // Each request opens the wallet that has the session.
  expect(opened.map(({ href }) => href.split("?")[0])).toEqual([`${LINK}wc`, `${LINK}wc`]);
  expect(opened.map(({ searchParams }) => searchParams.get("sessionTopic"))).toEqual(
    opened.map(() => wallet.session.topic),
  );
});
