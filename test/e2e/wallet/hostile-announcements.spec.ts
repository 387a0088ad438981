import type { Page } from "@playwright/test";
import { injectedOnly } from "../../doubles/wallets/habits/injected-only.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

/** Whatever else is announced to the page as a wallet, the visitor's own is listed, and connects. */

const CLOUD = /^https:\/\/[^/]*\.(web3modal|walletconnect|reown)\.(com|org)\//;
const MOST_WALLETS = 32;

type Announcement = "null" | "throws" | "3,000" | "impostor";

/** Announces at once and at each request of the page, before the visitor's wallet does. */
async function announceBefore(page: Page, what: Announcement): Promise<void> {
  await page.addInitScript((kind: Announcement) => {
    const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
    const provider = () => ({
      request: async () => Promise.reject(new Error("the wrong wallet was asked")),
      on: () => undefined,
      removeListener: () => undefined,
    });
    const wallet = (name: string, rdns: string) => ({
      info: { uuid: crypto.randomUUID(), name, icon, rdns },
      provider: provider(),
    });
    const throwing = () => {
      const detail = wallet("", "test.throwing");
      Object.defineProperty(detail.info, "name", {
        get() {
          throw new Error("boom");
        },
      });
      return detail;
    };
    const details = {
      null: () => [null],
      throws: () => [throwing()],
      "3,000": () =>
        Array.from({ length: 3_000 }, (_, i) => wallet(`Flood ${i}`, `test.flood${i}`)),
      impostor: () => [wallet("Careful Wallet", "test.careful-wallet")],
    }[kind]();
    const tell = () => {
      for (const detail of details) {
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
      }
    };
    window.addEventListener("eip6963:requestProvider", tell);
    tell();
  }, what);
}

test("connects despite an announcement with a name that throws", async ({
  page,
  mainnet: { url, chain },
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await announceBefore(page, "throws");
  await openConnected(page, url, chain);
  expect(errors).toEqual([]);
});

test("lists a wallet that is only injected despite an empty announcement", async ({
  page,
  mainnet: { url, chain },
}) => {
  await announceBefore(page, "null");
  const habits = [injectedOnly];
  const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
  await mint.connectWith("Browser Wallet");
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("lists the first of 3,000 announced wallets, and stays usable", async ({
  page,
  mainnet: { url, chain },
}) => {
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1 });
  await announceBefore(page, "3,000");
  await page.goto(url);
  const mint = new MintPageObject(page);
  await mint.connect.click();
  const listed = page.getByRole("alertdialog").getByText(/^Flood \d+$/);
  await expect(listed).toHaveCount(MOST_WALLETS - 1);
  await page.getByText(wallet.name).first().click();
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("shows two wallets with the same name and rdns, and connects the one that is pressed", async ({
  page,
  mainnet: { url, chain },
}) => {
  await announceBefore(page, "impostor");
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await mint.connect.click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("Careful Wallet", { exact: true })).toBeVisible();
  await dialog.getByText("Careful Wallet (2)", { exact: true }).click();
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("lists the visitor's wallet and at most 100 others of a cloud that has 20,000", async ({
  page,
  mainnet: { url, chain },
}) => {
  const data = Array.from({ length: 20_000 }, (_, i) => ({ id: `w${i}`, name: `Cloud ${i}` }));
  await page.route(CLOUD, (route) => route.fulfill({ json: { count: data.length, data } }));
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await mint.connect.click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("All Wallets").click();
  // The list has arrived when its first entries are shown.
  await expect(dialog.getByText("Cloud 1", { exact: true }).first()).toBeVisible();
  const drawn = await dialog.locator("w3m-all-wallets-list-item").count();
  expect(drawn).toBeGreaterThan(10);
  expect(drawn).toBeLessThanOrEqual(300);
  await page.locator("wui-icon-link[icon=chevronLeft], #dynamic wui-icon-link").first().click();
  await dialog.getByText(wallet.name).first().click();
  await expect(page.getByText(wallet.address)).toBeVisible();
});

for (const kept of ['{"a":1}', "[null]"]) {
  test(`lists the wallet although the kit's storage is poisoned: ${kept}`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    await page.route(CLOUD, (route) => route.abort("connectionrefused"));
    await page.addInitScript((text) => {
      for (const name of ["recent_wallets", "portfolio_cache", "identity_cache"]) {
        localStorage.setItem(`@appkit/${name}`, text);
      }
    }, kept);
    const { mint } = await openConnected(page, url, chain);
    await expect(mint.mint).toBeEnabled();
  });
}
