import type { Locator, Page } from "@playwright/test";
import { parseEther, toQuantity } from "ethers";
import { readTheme } from "../../../frontend/build/page/theme.ts";
import { networks } from "../../../networks.ts";
import { WalletRefusal } from "../../doubles/wallets/injected-wallet.ts";
import { openConnected, openPaired, openWithWallet } from "../support/connected-page.ts";
import { callKit } from "../support/kit-controllers.ts";
import { createKitAhead } from "../support/kit-dialog.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

const OTHER_CHAIN = 8453;
/** The page's clock stands at a fixed time, later than any test run. */
const NOON = new Date("2030-06-01T12:00:00Z");

const dialog = (page: Page): Locator => page.getByRole("alertdialog");

test("[W-06] shows the account with its balance if an address exists, and wallets otherwise", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await chain.provider.send("hardhat_setBalance", [
    wallet.address,
    toQuantity(parseEther("12.345")),
  ]);
  await mint.showWallets();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await test.step("opened without a requested view", async () => {
    await callKit(page, "modal", "open");
    await expect(dialog(page).getByText("All Wallets")).toBeVisible();
    await dialog(page).getByText(wallet.name).click();
    await expect(page.getByText(wallet.address)).toBeVisible();
    await callKit(page, "modal", "open");
    await expect(
      dialog(page).getByText(`12.345 ${networks.mainnet.currency.symbol}`),
    ).toBeVisible();
    await expect(dialog(page).getByText("Disconnect", { exact: true })).toBeVisible();
    await callKit(page, "modal", "close");
  });

  await test.step("an explicitly requested view wins", async () => {
    await callKit(page, "modal", "open", { view: "Networks" });
    await expect(dialog(page).getByText("Choose Network")).toBeVisible();
    await expect(dialog(page).getByText(`12.345 ${networks.mainnet.currency.symbol}`)).toHaveCount(
      0,
    );
  });
});

test("[W-07] opens UnsupportedChain on another network, closes it once a listed one is chosen, and then mints", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: parseEther("0.05") };
  await expect(mint.mint).toBeVisible();

  await wallet.changeChain(OTHER_CHAIN);
  const unsupported = dialog(page).getByText("This app doesn’t support your current network");
  await expect(unsupported).toBeVisible();

  await dialog(page).getByText("Ethereum", { exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => wallet.chainId).toBe(1);
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
});

test("[W-07] [W-04 control] nothing is minted if UnsupportedChain is closed, or if the wallet refuses to switch", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  await expect(mint.mint).toBeVisible();
  wallet.override = ({ method }) => {
    if (method !== "wallet_switchEthereumChain") return undefined;
    throw new WalletRefusal({ code: 4001, message: "User rejected the request." });
  };
  for (const leave of [
    () => dialog(page).getByRole("button", { name: "Close" }).click(),
    // AppKit closes its dialog on the choice, whatever the wallet answers.
    () => dialog(page).getByText("Ethereum", { exact: true }).click(),
  ]) {
    await wallet.changeChain(1);
    await wallet.changeChain(OTHER_CHAIN);
    await expect(dialog(page).getByText("This app doesn’t support")).toBeVisible();
    await leave();
    await expect(dialog(page)).toHaveCount(0);
    await mint.mint.click();
    await expect(mint.error).toContainText("Please switch to the correct network");
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  expect(wallet.sent("wallet_addEthereumChain")).toEqual([]);
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
  expect(wallet.chainId).toBe(OTHER_CHAIN);
});

test("[W-08] is 360 px wide, above everything at 999, with a radius of 4 px, a size of 10 px and no mixed colour", async ({
  page,
  mainnet: { url },
}) => {
  await page.goto(url);
  await new MintPageObject(page).showWallets();
  const measured = await dialog(page).evaluate(async (card) => {
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
  mainnet: { url },
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(url);
  await createKitAhead(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await new MintPageObject(page).showWallets();
  await callKit(page, "modal", "open", { view: "WhatIsAWallet" });
  const button = dialog(page).getByRole("button", { name: "Get a wallet" });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const theme = readTheme(colorScheme === "dark" ? ["(prefers-color-scheme: dark)"] : []);
    await expect
      .poll(() => hexColors(dialog(page), button))
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
async function openPaused(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(url);
  await new MintPageObject(page).showWallets();
  await page.clock.pauseAt(NOON);
}

test("[W-09] changes its heading after 120 ms, its view after 150 ms, and its height in 150 ms; shakes for 500 ms", async ({
  page,
  mainnet: { url },
}) => {
  await openPaused(page, url);
  const heading = dialog(page).locator("w3m-header");
  const allWallets = dialog(page).locator("w3m-all-wallets-view");
  const animation = () =>
    dialog(page)
      .locator("w3m-router")
      .evaluate((router: HTMLElement) => router.style.animation);
  await dialog(page).getByText("All Wallets").click();
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

  await expect(dialog(page)).toHaveAttribute("shake", "false");
  // Sites that require a sign-in signature lock the dialog; this page doesn't.
  await callKit(page, "modal", "shake");
  await expect(dialog(page)).toHaveAttribute("shake", "true");
  const shaking = await dialog(page).evaluate((card) => getComputedStyle(card).animation);
  expect(shaking).toMatch(/ 0\.5s cubic-bezier\([^)]*\) w3m-shake$/);
  await page.clock.runFor(499);
  await expect(dialog(page)).toHaveAttribute("shake", "true");
  await page.clock.runFor(1);
  await expect(dialog(page)).toHaveAttribute("shake", "false");
});

test("[W-18] has toasts for loading, success and error, and shows the next one 150 ms after it closes the last", async ({
  page,
  mainnet: { url },
}) => {
  await openPaused(page, url);
  const toast = dialog(page).locator("wui-snackbar");

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

test("[W-13] asks a telephone for the page's own network and what the page uses, once, and starts on it", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const wallet = await telephone({ chain });
  await openPaired(page, url, wallet);
  expect(wallet.proposals).toHaveLength(1);
  const { requiredNamespaces, optionalNamespaces } = wallet.proposals[0]?.params ?? {};
  expect({ requiredNamespaces, optionalNamespaces }).toEqual({
    requiredNamespaces: {},
    optionalNamespaces: {
      eip155: {
        chains: ["eip155:1"],
        methods: [
          "eth_sendTransaction",
          "personal_sign",
          "wallet_switchEthereumChain",
          "wallet_addEthereumChain",
        ],
        events: ["accountsChanged", "chainChanged"],
        rpcMap: expect.anything(),
      },
    },
  });
  expect(await page.evaluate(() => localStorage.getItem("@appkit/active_caip_network_id"))).toBe(
    "eip155:1",
  );
});

test("[W-17] lists a wallet in less than 300 ms after it has answered", async ({
  page,
  mainnet: { url, chain },
}) => {
  await page.clock.install();
  const habits = [{ presence: { late: true } }];
  const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
  await mint.showWallets();
  await page.clock.pauseAt(NOON);
  await expect(dialog(page).getByText(wallet.name)).toHaveCount(0);
  await wallet.comeLate();
  await page.clock.runFor(299);
  await expect(dialog(page).getByText(wallet.name)).toBeVisible();
});

test("[W-19] is version 1.7.4 of the kit", async ({ page, mainnet: { url } }) => {
  const asked = page.waitForRequest((request) => request.url().includes("/getWallets"));
  await page.goto(url);
  await new MintPageObject(page).connect.click();
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get("sv")).toBe("html-ethers-1.7.4");
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
