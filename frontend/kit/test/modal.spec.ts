import type { Page } from "@playwright/test";
import { accessibilityFindings } from "../../../test/e2e/support/accessibility.ts";
import { openWithWallet } from "../../../test/e2e/support/connected-page.ts";
import { expect, test } from "../../../test/e2e/support/fixtures.ts";
import { callKit } from "../../../test/e2e/support/kit-controllers.ts";

const dialog = (page: Page) => page.getByRole("alertdialog");

/** The page behind the dialog is inert, and has its own tests. */
async function findings(page: Page): Promise<string[]> {
  // While the dialog moves, its colours are between two values.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return await accessibilityFindings(page, { part: "w3m-modal" });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`has no accessibility violations, ${colorScheme}`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { wallet, mint } = await openWithWallet(page, url, chain);
    await mint.showWallets();
    expect.soft(await findings(page), "Connect").toEqual([]);

    for (const [view, words] of [
      ["ConnectingWalletConnect", "Copy link"],
      ["AllWallets", "All Wallets"],
      ["WhatIsAWallet", "Get a wallet"],
    ] as const) {
      await callKit(page, "router", "push", view);
      await expect(dialog(page).getByText(words).first()).toBeVisible();
      await expect(dialog(page)).toHaveAttribute("aria-label", /./);
      expect.soft(await findings(page), view).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await mint.connectWith(wallet.name);
    await mint.showAccount();
    await expect(dialog(page).getByText("Disconnect")).toBeVisible();
    expect.soft(await findings(page), "Account").toEqual([]);
    await page.keyboard.press("Escape");
    await wallet.changeChain(8453);
    await expect(dialog(page).getByText("This app doesn’t support")).toBeVisible();
    expect.soft(await findings(page), "UnsupportedChain").toEqual([]);
  });
}
