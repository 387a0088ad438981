import { expect, test } from "./support/kit-lab-fixtures.ts";

/** The one error that the kit shows late: the dialog opens first. */

test("[W-17] says that a request is not allowed 300 ms after it refused it", async ({ lab }) => {
  const { page } = lab;
  await page.clock.install();
  await lab.createSignedIn();
  await page.clock.pauseAt(new Date("2030-06-01T12:00:00Z"));
  await page.evaluate(async () => {
    type Provider = { request(request: { method: string; params: unknown[] }): Promise<unknown> };
    await window.appKit
      .getProvider<Provider>("eip155")
      ?.request({ method: "eth_sign", params: ["0x", "0x"] })
      .catch(() => undefined);
  });
  await expect(page.getByRole("alertdialog")).toBeVisible();
  // Its toast about a balance that nobody gave it would delay the next one.
  await page.evaluate(() => window.kitLab.controllers.SnackController.hide());
  const words = page.getByText("Action not allowed");
  await page.clock.runFor(299);
  await expect(words).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(words).toBeVisible();
});
