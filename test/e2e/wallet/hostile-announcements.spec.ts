import type { Page } from "@playwright/test";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** Whatever else is announced to the page as a wallet, the visitor's own is listed, and connects. */

const CLOUD = /^https:\/\/[^/]*\.(web3modal|walletconnect|reown)\.(com|org)\//;

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
