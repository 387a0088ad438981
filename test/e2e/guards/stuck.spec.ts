import { expect, test } from "../support/fixtures.ts";

test("leaves a wallet that does not answer, by its back and close buttons, by Escape and by a reload", async ({
  page,
  visit,
}) => {
  const { wallet, mint } = await visit();
  const isSilent = () => new Promise(() => undefined);
  wallet.override = ({ method }) => (method === "eth_requestAccounts" ? isSilent() : undefined);
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

  wallet.override = null;
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect(mint.mint).toBeEnabled();

  wallet.override = isSilent;
  const asked = wallet.requests.length;
  await page.reload();
  await expect.poll(() => wallet.requests.length).toBeGreaterThan(asked);
  wallet.override = null;
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
});
