import type { Page } from "@playwright/test";
import { pageProvider } from "../../../frontend/kit/test/support/page-session.ts";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests, pretendConnection } from "../support/loading.ts";
import type { MintPageObject } from "../support/page.ts";

const RELAY = /\/assets\/relay-/;
const VIEWS = /\/assets\/kit-views-/;

const entry = (page: Page) => page.getByRole("button", { name: /^WalletConnect/ });

/** Save-Data stops prefetching, so the page requests the file after it shows the list. */
async function hold(page: Page, file: RegExp) {
  await pretendConnection(page, { saveData: true });
  const answer = await holdRequests(page, file);
  let asked = 0;
  page.on("request", (request) => {
    if (file.test(request.url()) && request.resourceType() === "fetch") asked += 1;
  });
  return { asked: () => asked, answer };
}

async function showList({ page, connect }: MintPageObject): Promise<void> {
  await connect.click();
  await expect(entry(page)).toBeVisible();
}

async function places({ dialog }: MintPageObject): Promise<unknown> {
  await dialog.evaluate((card) => Promise.all(card.getAnimations().map((one) => one.finished)));
  const buttons = await dialog.getByRole("button").all();
  return await Promise.all(
    buttons.map(async (button) => [await button.innerText(), await button.boundingBox()]),
  );
}

test("the list has WalletConnect's entry before the relay's client is there, and nothing moves when it comes", async ({
  page,
  visit,
  relay: _,
}) => {
  const relayFile = await hold(page, RELAY);
  const { wallet, mint } = await visit();
  await showList(mint);
  const before = await places(mint);
  expect(JSON.stringify(before)).toContain(wallet.name);
  expect(JSON.stringify(before)).toContain("WalletConnect");
  await expect.poll(relayFile.asked).toBe(1);
  expect(await places(mint)).toEqual(before);

  relayFile.answer();
  await pageProvider(page);
  expect(await places(mint)).toEqual(before);
});

test("a wallet of this browser connects and mints without the relay's client and the dialog's other views", async ({
  page,
  connect,
}) => {
  await hold(page, /\/assets\/(relay|kit-views)-/);
  const { wallet, mint } = await connect();
  await mint.buyOneWith(wallet);
});

test("pressed before the relay's client is there, WalletConnect shows the frame of its QR code, then the code, and a telephone pairs by it", async ({
  page,
  mint,
  telephone,
  relay,
}) => {
  const wallet = await telephone();
  const relayFile = await hold(page, RELAY);
  await mint.open();
  await showList(mint);
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
  mint,
  relay: _,
  verifyPage: __,
}) => {
  await pretendConnection(page, { saveData: true });
  await page.route(VIEWS, (route) => route.abort("internetdisconnected"));
  await mint.open();
  await showList(mint);
  await entry(page).click();
  await expect(page.getByText(kitWords.partNotLoaded)).toBeVisible();
  await expect(entry(page)).toBeVisible();

  await page.unroute(VIEWS);
  expect(await mint.readQrCode()).toMatch(/^wc:/);
});
