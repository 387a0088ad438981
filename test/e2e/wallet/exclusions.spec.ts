import type { Page } from "@playwright/test";
import { walletListing } from "../../../frontend/kit/doubles/cloud-state.ts";
import { expect, test } from "../../../frontend/kit/test/support/cloud-fixtures.ts";
import { lateToAnnounce } from "../../doubles/wallets/habits/late-to-announce.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { EXCLUDED_NAME, EXCLUDED_RDNS, EXCLUDED_WALLET_IDS } from "../support/features-build.ts";
import { KitDialog } from "../support/kit-dialog.ts";

const [byRdns, byName] = EXCLUDED_WALLET_IDS;

async function announceThree(page: Page, chain: Parameters<typeof InjectedWallet.install>[1]) {
  for (const [name, rdns] of [
    ["Renamed Wallet", "com.unwanted"],
    ["UNLOVED wallet", "com.elsewhere"],
    ["Welcome Wallet", "com.welcome"],
  ] as const) {
    await InjectedWallet.install(page, chain, { chainId: 1, name, rdns });
  }
}

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
  await announceThree(page, chain);
  await page.goto(url);
  await new KitDialog(page).open();
  await expect(page.getByText("Welcome Wallet")).toBeVisible();
  await expect(page.getByText("Renamed Wallet")).toHaveCount(0);
  await expect(page.getByText("UNLOVED wallet")).toHaveCount(0);
  const listed = cloud.to("wallets").filter(({ query }) => query.include === undefined);
  expect(listed.length).toBeGreaterThan(0);
  for (const { query } of listed) expect(query.exclude?.split(",")).toEqual([byRdns, byName]);
});

test("[W-16 control] lists them while the directory does not know them", async ({
  page,
  cloud: _,
  features: { url, chain },
}) => {
  await announceThree(page, chain);
  await page.goto(url);
  await new KitDialog(page).open();
  for (const name of ["Welcome Wallet", "Renamed Wallet", "UNLOVED wallet"]) {
    await expect(page.getByText(name)).toBeVisible();
  }
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

test("[W-16] does not list an excluded wallet by another name if it is injected as well", async ({
  page,
  cloud: _,
  features: { url, chain },
}) => {
  const unwanted = { chainId: 1, name: EXCLUDED_NAME, habits: [lateToAnnounce(0)] };
  await InjectedWallet.install(page, chain, unwanted);
  await InjectedWallet.install(page, chain, { chainId: 1, name: "Welcome Wallet" });
  await page.clock.install();
  await page.goto(url);
  await new KitDialog(page).open();
  await expect(page.getByText("Welcome Wallet")).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page.getByText(EXCLUDED_NAME)).toHaveCount(0);
  await expect(page.getByText("Browser Wallet")).toHaveCount(0);
});

test("[W-16] leaves wallets that are excluded by rdns or name out of the directory's list", async ({
  page,
  cloud,
  features: { url },
}) => {
  cloud.state.wallets = [
    { ...walletListing("Shunned", 90), rdns: EXCLUDED_RDNS },
    { ...walletListing("Spurned", 91), name: EXCLUDED_NAME, rdns: "com.elsewhere" },
    ...cloud.state.wallets,
  ];
  const [, , welcome] = cloud.state.wallets;
  await page.goto(url);
  await new KitDialog(page).open();
  await page.getByText("All Wallets").click();
  await expect(page.getByText(welcome?.name ?? "").first()).toBeVisible();
  await expect(page.getByText("Shunned")).toHaveCount(0);
  await expect(page.getByText(EXCLUDED_NAME)).toHaveCount(0);
});
