import type { Page } from "@playwright/test";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { expect, test } from "../support/fixtures.ts";
import { PRICE } from "../support/page.ts";

async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === null || element === document.body) return "nothing";
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    const seen = ring && !/^rgba\(.*, 0\)$/.test(outlineColor);
    const root = element.getRootNode();
    const names = [
      element.getAttribute("aria-label"),
      element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : "",
      root instanceof ShadowRoot ? root.host.getAttribute("name") : "",
      element.textContent,
      root instanceof ShadowRoot ? root.host.textContent : "",
    ];
    return `${names.find((name) => name?.trim())?.trim()}${seen ? "" : ", without a ring"}`;
  });
}

async function walk(page: Page, key: "Tab" | "Shift+Tab", ...stops: readonly string[]) {
  for (const stop of stops) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toBe(stop);
  }
}

const tab = (page: Page, ...stops: readonly string[]) => walk(page, "Tab", ...stops);

test("goes into the dialog after Enter on Connect Wallet, stays in it from view to view, and goes back", async ({
  page,
  visit,
}) => {
  const { wallet, mint } = await visit();
  const { dialog } = mint;
  await mint.connect.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Connect Wallet");
  await expect(page.locator("#root")).toHaveAttribute("inert");
  const stops = ["What is a wallet?", "Close", "WalletConnect", wallet.name, "All Wallets"];
  // Between two rounds the focus is on the browser's own controls, like in a native dialog.
  await walk(page, "Tab", ...stops, "nothing", "Connect Wallet", stops[0] ?? "");
  await walk(page, "Shift+Tab", "Connect Wallet", "nothing", ...stops.toReversed());

  await dialog.getByRole("button", { name: "WalletConnect" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("WalletConnect");
  await dialog.getByRole("button", { name: "Back" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("Connect Wallet");

  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Close" }).press("Enter"),
    () => page.mouse.click(5, 5),
  ]) {
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(mint.connect).toBeFocused();
    await expect(page.locator("#root")).not.toHaveAttribute("inert");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeFocused();
  }
});

test("buys and leaves the wallet only by keys, and is never left without a place in the page", async ({
  page,
  visit,
  chain,
}) => {
  const { wallet, mint } = await visit({ query: "?a=welcome5" });
  const { dialog } = mint;
  const value = discounted(2n * PRICE);
  wallet.expected = { quantity: 2, affiliateCode: "welcome5", value };
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();

  await tab(page, "Quantity");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(money(value))).toBeVisible();
  await tab(page, "Increase quantity", "Connect Wallet");

  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Connect Wallet");
  await expect(dialog).toBeFocused();
  await tab(page, "What is a wallet?", "Close", "WalletConnect", wallet.name);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await expect.poll(() => focused(page)).toBe("Mint");

  wallet.reject("eth_sendTransaction");
  await page.keyboard.press("Enter");
  await expect(mint.error).toContainText("Transaction rejected by user");
  expect(await focused(page)).toBe("Mint");
  await tab(page, "Dismiss");
  await page.keyboard.press("Space");
  await expect(mint.error).toHaveCount(0);
  expect(await focused(page)).toBe("Mint");

  wallet.override = null;
  await page.keyboard.press("Enter");
  await expect(mint.success).toContainText("Tickets #1 to #2 are yours.");
  expect(await focused(page)).toBe("Mint");
  await expect(page.getByRole("button", { name: "Show pictures" })).toBeVisible();
  await tab(page, "View on Etherscan", "Share", "View on OpenSea");
  await tab(page, "Manage wallet", "Mint to another address");
  await tab(page, "Show pictures", "View contract on Etherscan");
  expect(await chain.ticket.totalSupply()).toBe(2n);

  await page.getByRole("button", { name: "Manage wallet" }).press("Enter");
  await expect(dialog).toBeFocused();
  await tab(page, "Choose a network", "Close", "Copy", "Disconnect");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Connect Wallet");
  await expect(mint.connect).toBeFocused();
});

test("does not take the focus where a connection is only restored", async ({ page, restore }) => {
  await restore();
  expect(await focused(page)).toBe("nothing");
});
