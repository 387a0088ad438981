import type { Page } from "@playwright/test";
import { openWithWallet } from "../support/connected-page.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

const dialog = (page: Page) => page.getByRole("alertdialog");

async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === null || element === document.body) return "nothing";
    const root = element.getRootNode();
    const host = root instanceof ShadowRoot ? root.host : null;
    const name = element.getAttribute("aria-label") ?? host?.getAttribute("name");
    return `${element.localName} ${name ?? element.textContent?.trim()}`;
  });
}

async function walk(page: Page, key: "Tab" | "Shift+Tab", presses: number): Promise<string[]> {
  const stops: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    stops.push(await focused(page));
  }
  return stops;
}

async function openByKeyboard(page: Page): Promise<void> {
  await new MintPageObject(page).connect.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("wui-card Connect Wallet");
}

test("goes into the dialog after Enter on Connect Wallet, and stays in it", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet } = await openWithWallet(page, url, chain);
  await openByKeyboard(page);
  const stops = [
    "button What is a wallet?",
    "button Close",
    "button WalletConnect",
    `button ${wallet.name}`,
    "button All Wallets",
  ];
  // Between two rounds the focus is on the browser's own controls, like in a native dialog.
  const round = [...stops, "nothing", "wui-card Connect Wallet"];
  expect(await walk(page, "Tab", 2 * round.length)).toEqual([...round, ...round]);
  const back = ["nothing", ...stops.toReversed(), "wui-card Connect Wallet"];
  expect(await walk(page, "Shift+Tab", 2 * back.length)).toEqual([...back, ...back]);
  await expect(page.locator("#root")).toHaveAttribute("inert");
});

for (const [way, leave] of [
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
  [
    "its button",
    (page: Page) => dialog(page).getByRole("button", { name: "Close" }).press("Enter"),
  ],
  ["a click outside", (page: Page) => page.mouse.click(5, 5)],
] as const) {
  test(`goes back to Connect Wallet after ${way}, and the page is there again`, async ({
    page,
    mainnet: { url },
  }) => {
    await page.goto(url);
    const mint = new MintPageObject(page);
    await openByKeyboard(page);
    await leave(page);
    await expect(dialog(page)).toHaveCount(0);
    await expect(mint.connect).toBeFocused();
    await expect(page.locator("#root")).not.toHaveAttribute("inert");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("wui-card Connect Wallet");
    await page.keyboard.press("Escape");
    await expect(mint.connect).toBeFocused();
  });
}

test("stays in the dialog from view to view, and goes back to what opened the account", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain);
  await openByKeyboard(page);
  await dialog(page).getByRole("button", { name: "WalletConnect" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("wui-card WalletConnect");
  await dialog(page).getByRole("button", { name: "Back" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("wui-card Connect Wallet");
  await dialog(page).getByRole("button", { name: wallet.name }).focus();
  await page.keyboard.press("Enter");
  await expect(mint.mint).toBeVisible();

  const manage = page.getByRole("button", { name: "Manage wallet" });
  await manage.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^wui-card/);
  await page.keyboard.press("Escape");
  await expect(manage).toBeFocused();
});
