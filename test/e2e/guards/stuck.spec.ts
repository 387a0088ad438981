import type { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { expect, test } from "../support/fixtures.ts";

function silence(wallet: InjectedWallet, silent: (method: string) => boolean): () => void {
  wallet.override = ({ method }) => (silent(method) ? new Promise(() => undefined) : undefined);
  return () => {
    wallet.override = null;
  };
}

test("leaves a wallet that does not answer, by its back and close buttons and by Escape", async ({
  page,
  visit,
}) => {
  const { wallet, mint } = await visit();
  const speak = silence(wallet, (method) => method === "eth_requestAccounts");
  const waiting = mint.dialog.getByText("Accept connection request");

  await mint.connectWith(wallet.name);
  await expect(waiting).toBeVisible();
  await mint.dialog.getByRole("button", { name: "Back" }).click();
  await expect(mint.dialog.getByText("All Wallets")).toBeVisible();
  await mint.dialog.getByText(wallet.name).click();
  await expect(waiting).toBeVisible();
  await mint.dialog.getByRole("button", { name: "Close" }).click();
  await expect(mint.dialog).toBeHidden();

  await mint.connectWith(wallet.name);
  await expect(waiting).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(mint.dialog).toBeHidden();

  speak();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.mint).toBeEnabled();
});

test("leaves a stored wallet that does not answer after a reload", async ({ page, connect }) => {
  const { wallet, mint } = await connect();
  const speak = silence(wallet, () => true);
  const asked = wallet.requests.length;
  await page.reload();
  await expect.poll(() => wallet.requests.length).toBeGreaterThan(asked);

  speak();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
});
