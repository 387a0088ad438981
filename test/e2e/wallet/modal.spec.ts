import type { Locator, Page } from "@playwright/test";
import { parseEther, toQuantity } from "ethers";
import { readTheme } from "../../../frontend/build/page/theme.ts";
import { networks } from "../../../networks.ts";
import { expect, test } from "../support/fixtures.ts";
import { callKit } from "../support/kit-controllers.ts";
import { createKitAhead } from "../support/kit-dialog.ts";
import type { MintPageObject } from "../support/page.ts";

const OTHER_CHAIN = 8453;
/** The page's clock stands at a fixed time, later than any test run. */
const NOON = new Date("2030-06-01T12:00:00Z");

test("[P-11] [W-06] shows the account with its balance if an address exists, and wallets otherwise", async ({
  page,
  visit,
  chain,
}) => {
  const { wallet, mint } = await visit();
  await chain.provider.send("hardhat_setBalance", [
    wallet.address,
    toQuantity(parseEther("12.345")),
  ]);
  await mint.showWallets();
  await page.keyboard.press("Escape");
  await expect(mint.dialog).toHaveCount(0);

  await test.step("opened without a requested view", async () => {
    await callKit(page, "modal", "open");
    await expect(mint.dialog.getByText("All Wallets")).toBeVisible();
    await mint.dialog.getByText(wallet.name).click();
    await expect(page.getByText(wallet.address)).toBeVisible();
    await callKit(page, "modal", "open");
    await expect(mint.dialog.getByText(`12.345 ${networks.mainnet.currency.symbol}`)).toBeVisible();
    await expect(mint.dialog.getByText("Disconnect", { exact: true })).toBeVisible();
    await callKit(page, "modal", "close");
  });

  await test.step("an explicitly requested view wins", async () => {
    await callKit(page, "modal", "open", { view: "Networks" });
    await expect(mint.dialog.getByText("Choose Network")).toBeVisible();
    await expect(mint.dialog.getByText(`12.345 ${networks.mainnet.currency.symbol}`)).toHaveCount(
      0,
    );
  });
});

test("[W-07] [W-04 control] opens UnsupportedChain on another network: nothing is minted if it is closed, or if the wallet refuses to switch; a listed network closes it, and mints", async ({
  page,
  connect,
}) => {
  const { wallet, mint } = await connect();
  await expect(mint.mint).toBeVisible();
  const goElsewhere = async () => {
    await wallet.changeChain(1);
    await wallet.changeChain(OTHER_CHAIN);
    await expect(
      mint.dialog.getByText("This app doesn’t support your current network"),
    ).toBeVisible();
  };
  const choose = () => mint.dialog.getByText("Ethereum", { exact: true }).click();
  wallet.reject("wallet_switchEthereumChain");
  // AppKit closes its dialog on the choice, whatever the wallet answers.
  for (const leave of [() => mint.dialog.getByRole("button", { name: "Close" }).click(), choose]) {
    await goElsewhere();
    await leave();
    await expect(mint.dialog).toHaveCount(0);
    await mint.mint.click();
    await expect(mint.error).toContainText("Please switch to the correct network");
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  expect(wallet.sent("wallet_addEthereumChain")).toEqual([]);
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
  expect(wallet.chainId).toBe(OTHER_CHAIN);

  wallet.override = null;
  await goElsewhere();
  await choose();
  await expect(mint.dialog).toHaveCount(0);
  await expect.poll(() => wallet.chainId).toBe(1);
  await mint.buyOneWith(wallet);

  await goElsewhere();
  await mint.dialog.getByText("Disconnect").click();
  await expect(mint.dialog).toHaveCount(0);
  await expect(mint.connect).toBeEnabled();
});

test("[W-08] [W-19] version 1.7.4 is 360 px wide, above everything at 999, with a radius of 4 px, a size of 10 px and no mixed colour", async ({
  page,
  mint,
}) => {
  const asked = page.waitForRequest(/\/getWallets\?/);
  await mint.open();
  await mint.showWallets();
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get("sv")).toBe("html-ethers-1.7.4");
  const measured = await mint.dialog.evaluate(async (card) => {
    await Promise.all(card.getAnimations().map(({ finished }) => finished));
    const modal = (card.getRootNode() as ShadowRoot).host;
    const variable = (name: string) => getComputedStyle(modal).getPropertyValue(name);
    return {
      width: card.getBoundingClientRect().width,
      zIndex: getComputedStyle(modal).zIndex,
      radius: variable("--w3m-border-radius-master"),
      fontSize: variable("--w3m-font-size-master"),
      colorMix: variable("--w3m-color-mix-strength"),
      cardRadius: getComputedStyle(card).borderRadius,
      cardColor: getComputedStyle(card).backgroundColor,
    };
  });
  expect(measured).toEqual({
    width: 360,
    zIndex: "999",
    radius: "4px",
    fontSize: "10px",
    colorMix: "0%",
    cardRadius: "36px",
    cardColor: "color(srgb 1 1 1)",
  });
  const onTop = await page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.tagName,
  );
  expect(onTop).toBe("W3M-MODAL");
});

test("has the theme's accent in the visitor's colour scheme, though the kit is older, and changes with it", async ({
  page,
  mint,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await mint.open();
  await createKitAhead(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await mint.showWallets();
  await callKit(page, "modal", "open", { view: "WhatIsAWallet" });
  const button = mint.dialog.getByRole("button", { name: "Get a wallet" });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const theme = readTheme(colorScheme === "dark" ? ["(prefers-color-scheme: dark)"] : []);
    await expect
      .poll(() => hexColors(mint.dialog, button))
      .toEqual({ card: KIT_GROUNDS[colorScheme], button: theme["accent-dialog"] });
  }
});

/** AppKit's own backgrounds. */
const KIT_GROUNDS = { light: "#ffffff", dark: "#121313" };

async function hexColors(card: Locator, button: Locator) {
  return { card: await hexColor(card), button: await hexColor(button) };
}

/** The browser reports the components of a mixed colour as fractions of one. */
async function hexColor(element: Locator): Promise<string> {
  const ground = await element.evaluate((each) => getComputedStyle(each).backgroundColor);
  const parts = Array.from(ground.matchAll(/[\d.]+/g), ([part]) =>
    Math.round(Number(part) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${parts.join("")}`;
}

/** Opens the list of wallets, and stops the page's clock. */
async function openPaused(page: Page, mint: MintPageObject): Promise<void> {
  await page.clock.install();
  await mint.open();
  await mint.showWallets();
  await page.clock.pauseAt(NOON);
}

test("[W-09] changes its heading after 120 ms, its view after 150 ms, and its height in 150 ms; shakes for 500 ms", async ({
  page,
  mint,
}) => {
  await openPaused(page, mint);
  const heading = mint.dialog.locator("w3m-header");
  const allWallets = mint.dialog.locator("w3m-all-wallets-view");
  const animation = () =>
    mint.dialog.locator("w3m-router").evaluate((router: HTMLElement) => router.style.animation);
  await mint.dialog.getByText("All Wallets").click();
  await page.clock.runFor(119);
  await expect(heading).toContainText("Connect Wallet");
  await page.clock.runFor(1);
  await expect(heading).toContainText("All Wallets");
  await page.clock.runFor(29);
  await expect(allWallets).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(allWallets).toHaveCount(1);
  await expect.poll(animation).toMatch(/^150ms .*w3m-view-height$/);
  await page.clock.runFor(149);
  expect(await animation()).toContain("w3m-view-height");

  await expect(mint.dialog).toHaveAttribute("shake", "false");
  // Sites that require a sign-in signature lock the dialog; this page doesn't.
  await callKit(page, "modal", "shake");
  await expect(mint.dialog).toHaveAttribute("shake", "true");
  const shaking = await mint.dialog.evaluate((card) => getComputedStyle(card).animation);
  expect(shaking).toMatch(/ 0\.5s cubic-bezier\([^)]*\) w3m-shake$/);
  await page.clock.runFor(499);
  await expect(mint.dialog).toHaveAttribute("shake", "true");
  await page.clock.runFor(1);
  await expect(mint.dialog).toHaveAttribute("shake", "false");
});

test("[W-18] has toasts for loading, success and error, and shows the next one 150 ms after it closes the last", async ({
  page,
  mint,
}) => {
  await openPaused(page, mint);
  const toast = mint.dialog.locator("wui-snackbar");

  await callKit(page, "snack", "showLoading", "Sending", { autoClose: false });
  await expect(toast).toHaveText("Sending");
  await expect(toast.locator("wui-loading-spinner")).toHaveCount(1);

  await callKit(page, "snack", "showSuccess", "Sent");
  await page.clock.runFor(149);
  await expect(toast).toHaveText("Sending");
  await page.clock.runFor(1);
  await expect(toast).toHaveText("Sent");
  await expect(toast.locator("wui-loading-spinner")).toHaveCount(0);
  await expect(toast.locator("wui-icon")).toHaveAttribute("name", "checkmark");

  await callKit(page, "snack", "showError", "Lost");
  await page.clock.runFor(150);
  await expect(toast).toHaveText("Lost");
  await expect(toast.locator("wui-icon")).toHaveAttribute("name", "close");
});

test("[W-17] lists a wallet in less than 300 ms after it has answered", async ({ page, visit }) => {
  await page.clock.install();
  const { wallet, mint } = await visit({ habits: [{ presence: { late: true } }] });
  await mint.showWallets();
  await page.clock.pauseAt(NOON);
  await expect(mint.dialog.getByText(wallet.name)).toHaveCount(0);
  await wallet.comeLate();
  await page.clock.runFor(299);
  await expect(mint.dialog.getByText(wallet.name)).toBeVisible();
});

test("[W-14] the kit warns if it has no project id", async ({ page, kitLab }) => {
  await page.goto(kitLab.url);
  const logged = page.waitForEvent("console", (message) =>
    message.text().includes("Project ID Not Configured - update configuration"),
  );
  await page.evaluate(async () => {
    const { createAppKit, EthersAdapter, networks } = window.kitLab;
    type Adapter = NonNullable<Parameters<typeof createAppKit>[0]["adapters"]>[number];
    window.appKit = createAppKit({
      adapters: [new EthersAdapter() as Adapter],
      networks: [networks.mainnet],
      projectId: "",
    });
    await window.appKit.open();
  });
  await expect(page.getByTestId("wui-alertbar-text")).toHaveText("Project ID Not Configured");
  expect((await logged).type()).toBe("error");
});
