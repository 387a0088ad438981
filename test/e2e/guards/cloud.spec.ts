import type { Route } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const CLOUD = /^https:\/\/[^/]*\.(web3modal|walletconnect|reown)\.(com|org)\//;

const CLOUDS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  unreachable: (route) => route.abort("addressunreachable"),
  silent: () => new Promise(() => undefined),
  "answering values that are not lists": (route) =>
    route.fulfill({ json: { data: "wallets", count: -1, http: 7, balances: null } }),
};

for (const [name, answer] of Object.entries(CLOUDS)) {
  test(`[W-20] connects with the provider's cloud ${name}`, async ({ page, connect }) => {
    let asked = 0;
    await page.route(CLOUD, async (route) => {
      asked += 1;
      await answer(route);
    });
    const { mint } = await connect();
    await expect(mint.dialog).toBeHidden();
    expect(asked, "requests to the cloud").toBeGreaterThan(0);
    await expect(mint.mint).toBeEnabled();
  });
}

/** Every switch for a project's features, in any version of the provider. */
const EVERYTHING_ON = {
  features: [
    "swap",
    "onramp",
    "social_login",
    "multi_wallet",
    "activity",
    "payments",
    "reown_branding",
  ].map((id) => ({
    id,
    isEnabled: true,
    config: ["email", "google", "x", "apple", "1inch", "coinbase", "meld"],
  })),
  email: true,
  socials: ["google", "x", "farcaster", "apple"],
  swaps: true,
  onramp: true,
  analytics: true,
  legalCheckbox: true,
  isAppKitAuthEnabled: true,
  isAnalyticsEnabled: true,
  isLegalCheckboxEnabled: true,
  connectMethodsOrder: ["email", "social", "wallet"],
  count: 1,
  data: [{ id: "w0", name: "Phone Wallet", mobile_link: "javascript:window.ran=true" }],
  http: ["eip155:1"],
  ws: ["eip155:1"],
  name: null,
  avatar: null,
  balances: [],
};

test("[W-01] shows only wallets, whatever the provider's cloud switches on", async ({
  page,
  visit,
}) => {
  const asked: string[] = [];
  await page.route(CLOUD, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ json: EVERYTHING_ON });
  });
  const { wallet, mint } = await visit();
  const { dialog } = mint;
  await mint.connect.click();
  await expect(dialog.getByText("Phone Wallet")).toBeVisible();
  await expect(dialog.getByText(wallet.name)).toBeVisible();

  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await expect(dialog.getByText(/e-?mail|continue with|google|farcaster|agree/i)).toHaveCount(0);

  await dialog.getByText(wallet.name).click();
  await expect(page.getByText(wallet.address)).toBeVisible();
  await mint.showAccount();
  await expect(dialog.getByText("Disconnect")).toBeVisible();
  await expect(dialog.getByText(/buy|fund|swap|convert|send|receive|activity|tokens/i)).toHaveCount(
    0,
  );

  expect(asked.filter((address) => /pulse|analytics|secure\./i.test(address))).toEqual([]);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});
