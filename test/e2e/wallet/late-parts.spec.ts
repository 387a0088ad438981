import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { openConnected } from "../support/connected-page.ts";
import { pretendConnection } from "../support/connection.ts";
import { MintPageObject } from "../support/page.ts";
import { pageProvider } from "../support/page-session.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

const RELAY = /\/assets\/relay-/;
const VIEWS = /\/assets\/kit-views-/;

const entry = (page: Page) => page.getByRole("button", { name: /^WalletConnect/ });

/** Save-Data stops prefetching, so the page requests the file after it shows the list. */
async function hold(page: Page, file: RegExp) {
  await pretendConnection(page, { saveData: true, effectiveType: "4g" });
  const { promise, resolve } = deferred<void>();
  let asked = 0;
  await page.route(file, async (route) => {
    if (route.request().resourceType() !== "fetch") return route.fallback();
    asked += 1;
    await promise;
    await route.fallback();
  });
  return { asked: () => asked, answer: () => resolve() };
}

async function openList(page: Page, url: string): Promise<unknown> {
  await page.goto(url);
  await new MintPageObject(page).connect.click();
  await expect(entry(page)).toBeVisible();
  return await places(page);
}

async function places(page: Page): Promise<unknown> {
  const dialog = page.getByRole("alertdialog");
  await dialog.evaluate((card) => Promise.all(card.getAnimations().map((one) => one.finished)));
  const buttons = await dialog.getByRole("button").all();
  return await Promise.all(
    buttons.map(async (button) => [await button.innerText(), await button.boundingBox()]),
  );
}

test("the list has WalletConnect's entry before the relay's client is there, and nothing moves when it comes", async ({
  page,
  mainnet: { url, chain },
  relay: _,
}) => {
  const relayFile = await hold(page, RELAY);
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
  const before = await openList(page, url);
  expect(JSON.stringify(before)).toContain(wallet.name);
  expect(JSON.stringify(before)).toContain("WalletConnect");
  await expect.poll(relayFile.asked).toBe(1);
  expect(await places(page)).toEqual(before);

  relayFile.answer();
  await pageProvider(page);
  expect(await places(page)).toEqual(before);
});

test("a wallet of this browser connects and mints without the relay's client and the dialog's other views", async ({
  page,
  mainnet: { url, chain },
}) => {
  await hold(page, /\/assets\/(relay|kit-views)-/);
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: parseEther("0.05") };
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("pressed before the relay's client is there, WalletConnect shows the frame of its QR code, then the code, and a telephone pairs by it", async ({
  page,
  mainnet: { url, chain },
  telephone,
  relay,
}) => {
  const wallet = await telephone({ chain });
  const relayFile = await hold(page, RELAY);
  await openList(page, url);
  await entry(page).click();
  const frame = page.locator("w3m-connecting-wc-qrcode wui-shimmer");
  await expect(frame).toBeVisible();
  await page.locator("w3m-header").getByRole("button").first().click();
  await entry(page).click();
  await expect(frame).toBeVisible();
  await expect.poll(relayFile.asked).toBe(1);
  await expect(page.locator("wui-qr-code")).toHaveCount(0);

  relayFile.answer();
  const code = page.locator("wui-qr-code");
  await expect(code).toBeVisible();
  await wallet.pair(
    await code.evaluate((element: Element & { uri?: string }) => element.uri ?? ""),
  );
  await expect(page.getByText(wallet.address)).toBeVisible();
  expect(relay.sent("wc_sessionPropose", "page")).toHaveLength(1);
});

test("if the view with the QR code can't be loaded, the dialog says so, and a second press leads to the code", async ({
  page,
  mainnet: { url },
  relay: _,
  verifyPage: __,
}) => {
  await pretendConnection(page, { saveData: true, effectiveType: "4g" });
  await page.route(VIEWS, (route) => route.abort("internetdisconnected"));
  await openList(page, url);
  await entry(page).click();
  await expect(page.getByText(kitWords.partNotLoaded)).toBeVisible();
  await expect(entry(page)).toBeVisible();

  await page.unroute(VIEWS);
  expect(await new MintPageObject(page).readQrCode()).toMatch(/^wc:/);
});
