import type { Page } from "@playwright/test";
import { parseEther } from "ethers";
import type { WalletKitWallet } from "../../doubles/wallets/walletkit-wallet.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import { openPaired } from "../support/connected-page.ts";
import { MintPageObject } from "../support/page.ts";
import { expect, test } from "../support/wallet-fixtures.ts";

const PRICE = parseEther("0.05");

const CHOSEN = "WALLETCONNECT_DEEPLINK_CHOICE";

async function keepChoice(page: Page, href: string): Promise<void> {
  await page.evaluate(([key, choice]) => localStorage.setItem(key, choice), [
    CHOSEN,
    JSON.stringify({ name: "Pocket Wallet", href }),
  ] as const);
}

async function askWallet(
  page: Page,
  url: string,
  wallet: WalletKitWallet,
  app: string | null = null,
): Promise<void> {
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  const mint = await openPaired(page, url, wallet);
  if (app !== null) await keepChoice(page, app);
  wallet.silent = true;
  await mint.mint.click();
  await expect.poll(() => wallet.requests.length).toBe(1);
}

const waiting = (page: Page) => page.getByText("Confirm the transaction in your wallet.");
const remembering = (page: Page) => page.getByText(/^Your wallet hasn't answered yet\. If it/);

test("links to the telephone's wallet while it is asked, and not longer", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  const href = "pocket-wallet://";
  const wallet = await telephone({ chain });
  await askWallet(page, url, wallet, href);
  await expect(waiting(page)).toBeVisible();
  const link = page.getByRole("link", { name: "Open wallet" });
  await expect(link).toHaveAttribute("href", href);

  await wallet.answerLast();
  await expect(new MintPageObject(page).success).toContainText("Ticket #1 is yours.");
  await expect(link).toHaveCount(0);
});

test("a purchase that is approved after a reload is told, and is sent once", async ({
  page,
  mainnet: { url, chain },
  telephone,
}) => {
  await page.clock.install();
  const wallet = await telephone({ chain });
  await askWallet(page, url, wallet);
  await page.reload();
  const mint = new MintPageObject(page);
  await expect(remembering(page)).toBeVisible();
  await expect(mint.mint).toHaveAttribute("aria-busy", "true");

  await wallet.answerLast();
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(mint.success.getByRole("link", { name: "View on Etherscan" })).toHaveAttribute(
    "href",
    `https://etherscan.io/tx/${wallet.transactionHashes[0]}`,
  );
  expect(wallet.requests).toHaveLength(1);
  expect(await chain.ticket.totalSupply()).toBe(1n);
  await chain.confirm();
  const open = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /^purchase:/.test(key)));
  await advancingClock(page)(async () => expect(await open()).toEqual([]));
});
