import { walletListing } from "../../../frontend/kit/doubles/cloud-state.ts";
import { expect, test } from "../../../frontend/kit/test/support/cloud-fixtures.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { KitDialog } from "../support/kit-dialog.ts";
import { EXCLUDED_NAME, EXCLUDED_RDNS, EXCLUDED_WALLET_IDS } from "../support/mainnet-build.ts";

const [byRdns, byName] = EXCLUDED_WALLET_IDS;

const HIDDEN = {
  "by id in the settings, whose rdns or name the directory tells": [
    { name: "Renamed Wallet", rdns: "com.unwanted" },
    { name: "UNLOVED wallet", rdns: "com.elsewhere" },
  ],
  "by rdns or name in the settings, while the directory is silent": [
    { name: "Shunned Wallet", rdns: EXCLUDED_RDNS.toUpperCase() },
    { name: EXCLUDED_NAME.toUpperCase(), rdns: "com.elsewhere" },
  ],
} as const;

for (const [excluded, hidden] of Object.entries(HIDDEN)) {
  test(`[W-16] hides announced wallets that are excluded ${excluded}`, async ({
    page,
    cloud,
    copyStack: { url, chain },
  }) => {
    const isSilent = excluded.includes("silent");
    if (isSilent) cloud.faults.set("wallets", "silent");
    cloud.state.wallets = [
      ...cloud.state.wallets,
      { ...walletListing("Unwanted", 90), id: byRdns, rdns: "com.unwanted" },
      { ...walletListing("Unloved", 91), id: byName, name: "Unloved Wallet", rdns: "com.unloved" },
    ];
    for (const wallet of [...hidden, { name: "Welcome Wallet", rdns: "com.welcome" }]) {
      await InjectedWallet.install(page, chain, { chainId: 1, ...wallet });
    }
    await page.goto(url);
    await new KitDialog(page).open();
    await expect(page.getByText("Welcome Wallet")).toBeVisible();
    for (const { name } of hidden) await expect(page.getByText(name)).toHaveCount(0);
    const listed = cloud.to("wallets").filter(({ query }) => query.include === undefined);
    expect(listed.length).toBeGreaterThan(0);
    for (const { query } of listed) expect(query.exclude?.split(",")).toEqual([byRdns, byName]);
  });
}
