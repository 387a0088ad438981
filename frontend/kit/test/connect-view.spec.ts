import type { Locator, Page } from "@playwright/test";
import { openWithWallet } from "../../../test/e2e/support/connected-page.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { PRIVACY_URL, TERMS_URL } from "../../../test/e2e/support/mainnet-build.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

async function order(page: Page, ways: Readonly<Record<string, Locator>>): Promise<string[]> {
  const found: { readonly way: string; readonly top: number }[] = [];
  for (const [way, locator] of Object.entries(ways)) {
    await expect(locator).toBeVisible();
    const box = await locator.boundingBox();
    if (box === null) throw new Error(`${way} is not rendered`);
    found.push({ way, top: box.y });
  }
  await expect(page.getByText("Connect Wallet", { exact: true }).last()).toBeVisible();
  return found.sort((one, other) => one.top - other.top).map(({ way }) => way);
}

const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
const social = (page: Page) => page.getByText("Continue With Google");
const allWallets = (page: Page) => page.getByText("All Wallets");

test("[K-04] offers email, social and wallets in this order", async ({
  page,
  cloud: _,
  features: { url },
}) => {
  await page.goto(url);
  await new KitDialog(page).open();
  expect(
    await order(page, { wallet: allWallets(page), social: social(page), email: email(page) }),
  ).toEqual(["email", "social", "wallet"]);
});

test("[K-04] offers wallets first if one is announced", async ({
  page,
  cloud: _,
  features: { url, chain },
}) => {
  const { wallet } = await openWithWallet(page, url, chain);
  await new KitDialog(page).open();
  expect(
    await order(page, {
      social: social(page),
      email: email(page),
      announced: page.getByText(wallet.name),
      wallet: allWallets(page),
    }),
  ).toEqual(["announced", "wallet", "email", "social"]);
});

test("lets visitors connect only after they agree to the terms, and links them", async ({
  page,
  cloud: _,
  features: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await mint.connect.click();
  const listed = page.getByText(wallet.name);
  await expect(page.getByRole("link", { name: "terms of service" })).toHaveAttribute(
    "href",
    TERMS_URL,
  );
  await expect(page.getByRole("link", { name: "privacy policy" })).toHaveAttribute(
    "href",
    PRIVACY_URL,
  );
  await expect(listed).toBeVisible();
  const box = await listed.boundingBox();
  if (box === null) throw new Error("The wallet is not rendered");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  expect(wallet.sent("eth_requestAccounts")).toEqual([]);

  const dialog = new KitDialog(page);
  await dialog.agree();
  await listed.click();
  await expect(page.getByText(wallet.address)).toBeVisible();
});
