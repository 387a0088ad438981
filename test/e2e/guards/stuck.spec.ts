import { expect, type Page } from "@playwright/test";
import type { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";

const never = () => new Promise<never>(() => undefined);

const dialog = (page: Page) => page.getByRole("alertdialog");
// AppKit's icon buttons have no accessible name.
const back = (page: Page) => page.getByTestId("header-back");
const close = (page: Page) => page.getByTestId("w3m-header-close");

function silence(wallet: InjectedWallet, silent: (method: string) => boolean): () => void {
  wallet.override = ({ method }) => (silent(method) ? never() : undefined);
  return () => {
    wallet.override = null;
  };
}

test("leaves a wallet that does not answer, by its back and close buttons and by Escape", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain);
  const speak = silence(wallet, (method) => method === "eth_requestAccounts");

  await mint.connectWith(wallet.name);
  await expect(dialog(page).getByText("Accept connection request")).toBeVisible();
  await back(page).click();
  await expect(dialog(page).getByText("All Wallets")).toBeVisible();
  await dialog(page).getByText(wallet.name).click();
  await expect(dialog(page).getByText("Accept connection request")).toBeVisible();
  await close(page).click();
  await expect(dialog(page)).toBeHidden();

  await mint.connectWith(wallet.name);
  await expect(dialog(page).getByText("Accept connection request")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  speak();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.mint).toBeEnabled();
});

test("cancels loading the kit's code, which may arrive later", async ({
  page,
  mainnet: { url, chain },
}) => {
  const arrive = await holdRequests(page, /\/assets\/kit-/);
  const { wallet, mint } = await openWithWallet(page, url, chain);
  for (const leave of [
    () => page.getByRole("button", { name: "Cancel" }).click(),
    () => page.keyboard.press("Escape"),
  ]) {
    await mint.connect.click();
    await expect(page.getByRole("dialog", { name: "Connect Wallet" })).toBeVisible();
    await leave();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(mint.connect).toBeFocused();
  }

  arrive();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("leaves a stored wallet that does not answer after a reload", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  const speak = silence(wallet, () => true);
  const asked = wallet.requests.length;
  await page.reload();
  await expect.poll(() => wallet.requests.length).toBeGreaterThan(asked);

  speak();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
});

test("leaves an unsupported network with a wallet that does not switch", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  silence(wallet, (method) => method === "wallet_switchEthereumChain");
  await wallet.changeChain(8453);
  await expect(dialog(page).getByText("Switch Network")).toBeVisible();
  await dialog(page).getByText("Disconnect").click();
  await expect(dialog(page)).toBeHidden();
  await expect(mint.connect).toBeEnabled();
});
