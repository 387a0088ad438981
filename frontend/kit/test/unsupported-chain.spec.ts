import { expect, test } from "./support/kit-lab-fixtures.ts";

const OTHER_CHAIN = 8453;

for (const [opens, when, options] of [
  [true, "by default", {}],
  [true, "with the page's options", { enableNetworkSwitch: true, allowUnsupportedChain: false }],
  [false, "if switching is off", { enableNetworkSwitch: false }],
  [false, "if unsupported chains are allowed", { allowUnsupportedChain: true }],
  [false, "in basic mode", { basic: true }],
] as const) {
  test(`[W-07] ${opens ? "opens UnsupportedChain" : "opens nothing"} on another network ${when}`, async ({
    lab,
  }) => {
    const { page } = lab;
    const wallet = await lab.connectInjected({ options });
    const views = await page.evaluateHandle(() => {
      const shown: string[] = [];
      window.kitLab.controllers.RouterController.subscribeKey("view", (view) => shown.push(view));
      return shown;
    });
    await wallet.changeChain(OTHER_CHAIN);
    const unsupported = page.getByText("This app doesn’t support your current network");
    if (opens) {
      await expect(unsupported).toBeVisible();
      return;
    }
    // AppKit already knows the other network here, so without the fix it would open a view for it
    // first.
    await expect
      .poll(() =>
        page.evaluate(() => window.kitLab.controllers.ChainController.state.activeCaipNetwork?.id),
      )
      .toBe(String(OTHER_CHAIN));
    await expect(page.locator("w3m-modal")).not.toHaveClass(/open/);
    await page.evaluate(() => window.appKit.open({ view: "WhatIsAWallet" }));
    await expect(page.locator("w3m-what-is-a-wallet-view")).toBeVisible();
    expect(await views.jsonValue()).toEqual(["WhatIsAWallet"]);
  });
}
