import { walletListing } from "../../../frontend/kit/doubles/cloud-state.ts";
import { expect, test } from "../../../frontend/kit/test/support/cloud-fixtures.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { EXCLUDED_NAME, EXCLUDED_RDNS, EXCLUDED_WALLET_IDS } from "../support/features-build.ts";
import { KitDialog } from "../support/kit-dialog.ts";

const [byRdns, byName] = EXCLUDED_WALLET_IDS;

test("[W-16] hides announced wallets that are excluded by rdns, or by name in any case", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.wallets = [
    ...cloud.state.wallets,
    { ...walletListing("Unwanted", 90), id: byRdns, rdns: "com.unwanted" },
    { ...walletListing("Unloved", 91), id: byName, name: "Unloved Wallet", rdns: "com.unloved" },
  ];
  for (const [name, rdns] of [
    ["Renamed Wallet", "com.unwanted"],
    ["UNLOVED wallet", "com.elsewhere"],
    ["Welcome Wallet", "com.welcome"],
  ] as const) {
    await InjectedWallet.install(page, chain, { chainId: 1, name, rdns });
  }
  await page.goto(url);
  await new KitDialog(page).open();
  await expect(page.getByText("Welcome Wallet")).toBeVisible();
  await expect(page.getByText("Renamed Wallet")).toHaveCount(0);
  await expect(page.getByText("UNLOVED wallet")).toHaveCount(0);
  const listed = cloud.to("wallets").filter(({ query }) => query.include === undefined);
  expect(listed.length).toBeGreaterThan(0);
  for (const { query } of listed) expect(query.exclude?.split(",")).toEqual([byRdns, byName]);
});

test("[W-16] hides wallets that are excluded by rdns or name in the settings while the directory is silent", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.faults.set("wallets", "silent");
  for (const [name, rdns] of [
    ["Shunned Wallet", EXCLUDED_RDNS.toUpperCase()],
    [EXCLUDED_NAME.toUpperCase(), "com.elsewhere"],
    ["Welcome Wallet", "com.welcome"],
  ] as const) {
    await InjectedWallet.install(page, chain, { chainId: 1, name, rdns });
  }
  await page.goto(url);
  await new KitDialog(page).open();
  await expect(page.getByText("Welcome Wallet")).toBeVisible();
  await expect(page.getByText("Shunned Wallet")).toHaveCount(0);
  await expect(page.getByText(EXCLUDED_NAME.toUpperCase())).toHaveCount(0);
});
