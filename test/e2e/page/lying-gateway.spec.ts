import { parseEther } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { money } from "../../support/money.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import { openRestored } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** A read gateway, the first of a build's endpoints, turns bad in the middle of a visit and is good again later. */

const PRICE = parseEther("0.05");
const UNAVAILABLE = "Price unavailable: 0.0000. Retrying…";

test("[K-24] sends nothing while the gateway tells another price, and sells by itself once it is right again", async ({
  page,
  mainnet: { chain },
  twoEndpoints: { url, preferred, other },
}) => {
  for (const endpoint of [preferred, other]) endpoint.fault = "none";
  await page.clock.install();
  const until = advancingClock(page);
  const { wallet, mint } = await openRestored(page, url, chain);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await expect(mint.mint).toBeEnabled();
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };

  preferred.fault = "half the price";
  await until(() => expect(page.getByText(money(PRICE / 2n))).toBeVisible({ timeout: 100 }));
  await mint.mint.click();
  await expect(mint.error).toContainText(
    "two endpoints of the network disagree about the price. Nothing was sent.",
  );
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);

  preferred.fault = "none";
  await until(() => expect(page.getByText(money(PRICE))).toBeVisible({ timeout: 100 }));
  await mint.mint.click();
  await until(() =>
    expect(mint.success).toContainText("Transaction successful!", { timeout: 100 }),
  );
  expect(await chain.ticket.totalSupply()).toBe(1n);
});

test("[K-24] keeps the last supply and says that there is no price while gateway and second endpoint are down, then recovers", async ({
  page,
  mainnet: { chain },
  twoEndpoints: { url, preferred, other },
}) => {
  const sold = 81 * maxPerPurchase;
  await chain.sell(sold);
  for (const endpoint of [preferred, other]) endpoint.fault = "none";
  await page.clock.install();
  const until = advancingClock(page);
  const { wallet, mint } = await openRestored(page, url, chain);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  await expect(mint.mint).toBeEnabled();
  const supply = page.getByText(new RegExp(`^${sold} / `));
  await expect(supply).toBeVisible();

  preferred.fault = "down";
  other.fault = "down";
  await until(() => expect(page.getByText(UNAVAILABLE)).toBeVisible({ timeout: 100 }));
  await expect(supply).toBeVisible();
  await mint.mint.click();
  await expect(mint.error).toHaveText("Invalid amount specified");
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);

  preferred.fault = "none";
  other.fault = "none";
  await until(() => expect(page.getByText(money(PRICE))).toBeVisible({ timeout: 100 }));
  await expect(page.getByText(UNAVAILABLE)).toHaveCount(0);
});
