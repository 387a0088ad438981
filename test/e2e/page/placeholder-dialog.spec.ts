import { parseEther } from "ethers";
import { money } from "../../support/money.ts";
import { pretendConnection } from "../support/connection.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { MintPageObject } from "../support/page.ts";

const PRICE = parseEther("0.05");

test("shows its own dialog at once while the kit loads, which can be closed", async ({
  page,
  mainnet: { url },
}) => {
  // Save-Data stops prefetching, because a prefetched AppKit would open at once.
  await pretendConnection(page, { saveData: true, effectiveType: "4g" });
  await page.goto(url);
  await expect(page.getByText(money(PRICE))).toBeVisible();
  const release = await holdRequests(page, "**/assets/*.js");
  const mint = new MintPageObject(page);
  await mint.connect.click();
  const dialog = page.getByRole("dialog", { name: "Connect Wallet" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(mint.connect).toBeFocused();

  await mint.connect.click();
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByText("All Wallets")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
