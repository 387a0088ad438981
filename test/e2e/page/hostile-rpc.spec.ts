import { parseEther } from "ethers";
import { noun } from "../../../collection.ts";
import { money } from "../../support/money.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

test("shows no alert and no price while the endpoint is silent, then recovers", async ({
  page,
  mainnet: { url, rpc },
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  rpc.fault = "silent";
  await page.clock.install();
  const until = advancingClock(page);
  await page.goto(url);
  const mint = new MintPageObject(page);
  await expect(mint.connect).toBeEnabled();
  const unavailable = page.getByText("Price unavailable: 0.0000. Retrying…");
  await until(() => expect(unavailable).toBeVisible({ timeout: 100 }));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(/\d\.\d{6} \w/)).toHaveCount(0);
  await mint.quantity.fill("3");
  await expect(page.getByText(`you will buy 3 x ${noun}`)).toBeVisible();
  expect(logged.some((text) => text.includes("The sale could not be read"))).toBe(true);

  rpc.fault = "none";
  const price = page.getByText(money(parseEther("0.15")));
  await until(() => expect(price).toBeVisible({ timeout: 100 }));
});
