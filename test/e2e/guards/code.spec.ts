import type { Route } from "@playwright/test";
import { parseEther } from "ethers";
import { money } from "../../support/money.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { pretendConnection } from "../support/connection.ts";
import { expect, test } from "../support/fixtures.ts";

const missing = (route: Route) => route.fulfill({ status: 404, body: "" });

const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "is missing": missing,
  "is the host's own error page": (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><h1>Not here</h1>" }),
  "is lost with the network": (route) => route.abort("internetdisconnected"),
  "is cut off": (route) => change(route, (code) => code.slice(0, code.length / 2)),
  // Adds harmless code, so only the file's hash differs.
  "was changed": (route) => change(route, (code) => `${code}\nwindow.changedCodeRan = true;`),
};

async function change(route: Route, how: (code: string) => string): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: how(await response.text()) });
}

/** If one file is blocked, a browser runs neither. */
const CHUNKS = {
  kit: /\/assets\/kit-(?!views)[^/]*\.js$/,
  address: /\/assets\/address-[^/]*\.js$/,
};

for (const [chunk, file] of Object.entries(CHUNKS)) {
  test(`reports each failure of the ${chunk} chunk, and loads it when it is available`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    // Chromium doesn't cache intercepted requests, so it would import prefetched files again.
    await pretendConnection(page, { saveData: true, effectiveType: "4g" });
    const { wallet, mint } = await openWithWallet(page, url, chain);
    for (const [fault, answer] of Object.entries(FAULTS)) {
      await test.step(fault, async () => {
        await page.route(file, answer);
        await mint.connect.click();
        await expect(mint.error).toContainText("The list of wallets didn't load.");
        await expect(page.getByRole("dialog")).toBeHidden();
        await page.unroute(file, answer);
      });
    }
    expect(await page.evaluate(() => "changedCodeRan" in window)).toBe(false);
    await mint.quantity.fill("2");
    await expect(page.getByText(money(parseEther("0.1")))).toBeVisible();

    await mint.connectWith(wallet.name);
    await expect(page.getByText(wallet.address)).toBeVisible();
    await expect(mint.error).toHaveCount(0);
  });
}

test("connects without the other views of the kit", async ({ page, mainnet: { url, chain } }) => {
  await page.route(/\/assets\/kit-views-/, (route) => route.abort("internetdisconnected"));
  await openConnected(page, url, chain);
});

test("reports that the purchase code is missing, and mints when it is available", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.route(/\/assets\/purchase-/, missing);
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = {
    quantity: 1,
    affiliateCode: null,
    value: await chain.ticket.getPriceForQuantity(1),
  };
  await mint.mint.click();
  await expect(mint.error).toContainText(
    "Error sending transaction: part of this page didn't load.",
  );
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);

  await page.unroute(/\/assets\/purchase-/, missing);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("reports that the checkout is missing, and has it after a reload", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.route(/\/assets\/checkout-/, missing);
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await mint.connectWith(wallet.name);
  await expect(mint.error).toContainText("Part of this page didn't load.");
  await expect(page.getByText(money(parseEther("0.05")))).toBeVisible();

  await page.unroute(/\/assets\/checkout-/, missing);
  await page.reload();
  await expect(mint.mint).toBeEnabled();
});
