import { DOLLAR_BALANCE, ETHER_BALANCE } from "../doubles/balances.ts";
import type { Balance } from "../doubles/cloud-state.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

/** A date after any test run, because the page's clock can pause only in the future. */
const NOON = new Date("2030-06-01T12:00:00Z");

const WITHOUT_DECIMALS: Balance = {
  ...DOLLAR_BALANCE,
  name: "Claim Reward",
  symbol: "CLAIM",
  address: "eip155:1:0x00000000000000000000000000000000000c1a13",
  value: 1_000_000,
  quantity: { decimals: "0", numeric: "1000000" },
};

test("[K-05] the account has the tabs Tokens, NFTs and Activity", async ({
  page,
  cloud,
  restoreLogin,
}) => {
  cloud.state.balances = [ETHER_BALANCE];
  await restoreLogin();
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await expect(page.locator("wui-tabs").getByRole("button")).toHaveText([
    "Tokens",
    "NFTs",
    "Activity",
  ]);
  const tokens = page.getByText("Ethereum", { exact: true });
  const nfts = page.getByText("Coming soon");
  const activity = page.getByText("No activity yet");
  await expect(tokens).toBeVisible();

  await page.getByRole("button", { name: "NFTs" }).click();
  await expect(nfts).toBeVisible();
  await expect(tokens).toBeHidden();

  await page.getByRole("button", { name: "Activity" }).click();
  await expect(activity).toBeVisible();
  await expect(nfts).toBeHidden();

  await page.getByRole("button", { name: "Tokens" }).click();
  await expect(tokens).toBeVisible();
  await expect(activity).toBeHidden();
});

test("[K-13] lists tokens with amounts and values, except tokens without decimals", async ({
  page,
  cloud,
  embedded,
  restoreLogin,
}) => {
  cloud.state.balances = [ETHER_BALANCE, WITHOUT_DECIMALS, DOLLAR_BALANCE];
  await restoreLogin();
  await page.getByRole("button", { name: "Manage wallet" }).click();

  const listed = page.locator("wui-list-token");
  await expect(listed).toHaveCount(2);
  await expect(listed.nth(0)).toContainText("Ethereum");
  await expect(listed.nth(0)).toContainText("1.5");
  await expect(listed.nth(0)).toContainText("$3000.00");
  await expect(listed.nth(1)).toContainText("USD Coin");
  await expect(listed.nth(1)).toContainText("250.25");
  await expect(page.locator("wui-balance")).toHaveText(/\$3,?250\.25/);
  await expect(page.getByText("Claim Reward")).toBeHidden();
  expect(cloud.to("balance").map(({ path, query }) => ({ ...path, ...query }))[0]).toMatchObject({
    address: embedded.signer.address,
    chainId: "eip155:1",
    currency: "usd",
  });
});

test("[K-13] does not retry for 30 seconds after a failure", async ({
  page,
  cloud,
  restoreLogin,
}) => {
  cloud.state.balances = [ETHER_BALANCE];
  cloud.faults.set("balance", { status: 503 });
  await page.clock.install();
  const login = await restoreLogin();
  // From here on only the test moves the clock, so it knows the time of the failure.
  await page.clock.pauseAt(NOON);
  const manage = page.getByRole("button", { name: "Manage wallet" });
  await manage.click();
  await expect(page.getByText("Token Balance Unavailable")).toBeVisible();
  await expect(page.getByText("Buy Crypto")).toBeVisible();
  expect(cloud.to("balance")).toHaveLength(1);
  cloud.faults.delete("balance");

  // AppKit requests the balance every 10 seconds while the account is open, and whenever it opens.
  const openAgain = async () => {
    await page.keyboard.press("Escape");
    await expect(login.dialog).toBeHidden();
    await manage.click();
    await page.clock.runFor(100);
  };
  await page.clock.runFor(29_000);
  await openAgain();
  await expect(page.getByText("Buy Crypto")).toBeVisible();
  expect(cloud.to("balance")).toHaveLength(1);

  await page.clock.runFor(1_900);
  await openAgain();
  await expect(page.getByText("Ethereum", { exact: true })).toBeVisible();
  expect(cloud.to("balance")).toHaveLength(2);
});
