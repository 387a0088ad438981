import type { Page } from "@playwright/test";
import { pageProvider } from "../../../frontend/kit/test/support/page-session.ts";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { deferred } from "../../support/deferred.ts";
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

const DIRECTORY = /^https:\/\/api\.web3modal\.(org|com)\/getWallets\?/;
const WALLETS = ["Harbour Wallet", "Meadow Wallet"].map((name) => ({ id: name, name }));

test("nothing moves in the list of wallets while directory and relay's client are missing, when the client comes, and when the directory answers a minute later", async ({
  page,
  mint,
  relay: _,
}) => {
  await page.clock.install();
  const directoryAsked = deferred<void>();
  let refused = true;
  await page.route(DIRECTORY, async (route) => {
    await directoryAsked.promise;
    await (refused
      ? route.abort("connectionrefused")
      : route.fulfill({ json: { count: WALLETS.length, data: WALLETS } }));
  });
  const relayFile = await hold(page, RELAY);
  const all = mint.dialog.getByRole("button", { name: /^All Wallets/ });
  const places = async () => {
    await mint.dialog.evaluate((card) =>
      Promise.all(card.getAnimations().map(({ finished }) => finished)),
    );
    const boxes = await Promise.all([entry(page), all].map((each) => each.boundingBox()));
    return boxes.map((box) => box && Object.values(box).map(Math.round));
  };
  await mint.open();
  await showList(mint);
  const before = await places();
  await entry(page).focus();
  await expect.poll(relayFile.asked).toBe(1);
  directoryAsked.resolve();
  await expect(mint.dialog.getByRole("status")).toHaveText(kitWords.noMoreWallets);
  expect(await places()).toEqual(before);
  // The "All Wallets" entry shows no number while the list is missing.
  await expect(all).not.toContainText("0");

  relayFile.answer();
  await pageProvider(page);
  expect(await places()).toEqual(before);

  refused = false;
  await page.clock.fastForward(60_000);
  for (const { name } of WALLETS) await expect(mint.dialog.getByText(name)).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(entry(page)).toBeFocused();
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
