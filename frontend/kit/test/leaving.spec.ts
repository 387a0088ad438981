import { installEverydayWallet } from "../../../test/doubles/wallets/everyday-wallet.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import type { CloudApi } from "../doubles/cloud-api.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

function reports(cloud: CloudApi): unknown[] {
  return cloud
    .to("event")
    .map(({ body }) => (body as { props: { event: string; properties?: unknown } }).props)
    .filter(({ event }) => event.startsWith("DISCONNECT"))
    .map(({ event, properties }) => ({ event, properties }));
}

test("[K-38] disconnecting sends a success event", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.analytics = true;
  await installEverydayWallet(page, chain, () => false);
  await page.goto(url);
  await new KitDialog(page).connectWith("Careful Wallet");
  expect(reports(cloud)).toEqual([]);
  const mintPage = new MintPageObject(page);
  await mintPage.disconnect();
  await expect(mintPage.connect).toBeVisible();
  await expect
    .poll(() => reports(cloud))
    .toEqual([{ event: "DISCONNECT_SUCCESS", properties: { namespace: "all" } }]);
});

test("[K-38] a failure to disconnect sends a disconnect-error event, and no other one", async ({
  page,
  cloud,
  embedded,
  restoreLogin,
}) => {
  cloud.state.analytics = true;
  const login = await restoreLogin();
  await login.openSettings();
  embedded.faults.set("SIGN_OUT", { error: "The frame is busy" });
  await login.dialog.getByText("Disconnect", { exact: true }).click();
  const message = "Failed to disconnect chain eip155: The frame is busy";
  await expect
    .poll(() => reports(cloud))
    .toEqual([{ event: "DISCONNECT_ERROR", properties: { message } }]);

  embedded.faults.delete("SIGN_OUT");
  await login.openSettings();
  await login.dialog.getByText("Disconnect", { exact: true }).click();
  await expect(new MintPageObject(page).connect).toBeVisible();
  await expect
    .poll(() => reports(cloud))
    .toEqual([
      { event: "DISCONNECT_ERROR", properties: { message } },
      { event: "DISCONNECT_SUCCESS", properties: { namespace: "all" } },
    ]);
});
