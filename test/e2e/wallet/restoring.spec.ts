import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import { injectedOnly } from "../../doubles/wallets/habits/injected-only.ts";
import type { Habit } from "../../doubles/wallets/injected-wallet.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { holdTimersFrom } from "../support/held-timers.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

/** From a reload to the connection that the browser has stored: what is shown, what the wallet is asked, how it ends. */

const PRICE = parseEther("0.05");

const late: Habit = { presence: { late: true } };

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

const shortened = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** Resolves when the kit has asked the wallets to announce themselves. */
async function kitHasAsked(page: Page): Promise<void> {
  await page.waitForFunction(() => "asked" in window);
}

async function noteAsking(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener("eip6963:requestProvider", () =>
      Object.assign(window, { asked: true }),
    );
  });
}

for (const [how, habits] of [
  ["announces itself", [late]],
  ["is injected", [injectedOnly, late]],
] as const) {
  test(`[W-10] restores the connection to a wallet that ${how} late, and mints`, async ({
    page,
    mainnet: { url, chain },
  }) => {
    // The page does not give the wallet up, however slow this machine is.
    await holdTimersFrom(page, 3_000);
    const { wallet, mint } = await openWithWallet(page, url, chain, { habits });
    wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
    await wallet.comeLate();
    await mint.connect.click();
    await page.getByText(/^(Careful|Browser) Wallet$/).click();
    await expect(page.getByText(wallet.address)).toBeVisible();

    await page.reload();
    // The kit by itself has looked for the wallet by now, and has given it up.
    await page.locator("w3m-modal").waitFor({ state: "attached" });
    await expect(page.getByText(`Reconnecting ${shortened(wallet.address)}`)).toBeVisible();
    await expect(page.getByText("Connected as")).toHaveCount(0);
    await wallet.comeLate();
    await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
    await expect(page.getByText("Reconnecting")).toHaveCount(0);
    expect(await stored(page, "@appkit/connection_status")).toBe("connected");
    await mint.mint.click();
    await expect.poll(() => chain.ticket.totalSupply()).toBe(1n);
  });
}

test("[W-10 control] gives a wallet up that does not come", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain, { habits: [late] });
  await wallet.comeLate();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();

  await page.reload();
  await expect(page.getByText("Reconnecting")).toBeVisible();
  await expect(page.getByText("Reconnecting")).toHaveCount(0);
  await expect(mint.connect).toBeEnabled();
  expect(await stored(page, "@appkit/connection_status")).toBe("disconnected");
  expect(await stored(page, "connected-address")).toBeNull();
});

test("[W-10] restores the connection to a wallet in the browser before WalletConnect is ready", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  // Its client reads its sessions first.
  await page.addInitScript(() => {
    indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.reload();
  await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
  await expect(mint.mint).toBeEnabled();
});

test("[W-10] asks a wallet for its accounts on reload, but does not request them", async ({
  page,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await openConnected(page, url, chain);
  const methods = () => [...new Set(wallet.requests.map(({ method }) => method))];
  wallet.requests.length = 0;
  await page.reload();
  await expect(page.getByText(`Connected as ${wallet.address}`)).toBeVisible();
  await expect(mint.mint).toBeEnabled();
  expect(methods()).toContain("eth_accounts");
  expect(methods()).not.toContain("eth_requestAccounts");

  wallet.locked = true;
  wallet.requests.length = 0;
  await page.reload();
  await expect.poll(() => stored(page, "@appkit/connection_status")).toBe("disconnected");
  await expect(mint.connect).toBeEnabled();
  await expect(page.getByText("Reconnecting")).toHaveCount(0);
  expect(methods()).toContain("eth_accounts");
  expect(methods()).not.toContain("eth_requestAccounts");
});

for (const [kind, entry, shown] of [
  ["another address", `0x${"ab".repeat(20)}`, "Reconnecting 0xabab…abab"],
  ["markup", "<img src=x onerror=alert(1)>", null],
  ["a sentence", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8 lost: call +1 555 0100", null],
] as const) {
  test(`shows a stored address that is ${kind} ${shown ? "shortened, as no connection" : "not at all"}`, async ({
    page,
    mainnet: { url },
  }) => {
    await page.addInitScript((text) => {
      localStorage.setItem("@appkit/connection_status", "connected");
      localStorage.setItem("@appkit/eip155:connected_connector_id", "test.absent-wallet");
      localStorage.setItem("connected-address", text);
    }, entry);
    await holdTimersFrom(page, 3_000);
    await noteAsking(page);
    await page.goto(url);
    await kitHasAsked(page);
    const mint = new MintPageObject(page);
    if (shown !== null) await expect(page.getByText(shown, { exact: true })).toBeVisible();
    else await expect(page.getByText("Reconnecting")).toHaveCount(0);
    await expect(page.getByText(entry)).toHaveCount(0);
    await expect(page.getByText("Connected as")).toHaveCount(0);
    await expect(mint.mint).toHaveCount(0);
    await expect(mint.connect).toBeEnabled();
  });
}
