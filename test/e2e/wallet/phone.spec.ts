import type { Page } from "@playwright/test";
import { advancingClock } from "../support/clock.ts";
import { expect, test } from "../support/fixtures.ts";
import { ONE_TICKET } from "../support/page.ts";

const CHOSEN = "WALLETCONNECT_DEEPLINK_CHOICE";

const waiting = (page: Page) => page.getByText("Confirm the transaction in your wallet.");
const remembering = (page: Page) => page.getByText(/^Your wallet hasn't answered yet\. If it/);

test("[W-12] a telephone's purchase that is approved after a reload is told, and is sent once; its session mints until its user ends it", async ({
  page,
  mint,
  pair,
  chain,
}) => {
  await page.clock.install();
  const wallet = await pair();
  wallet.expected = ONE_TICKET;
  const choice = { name: "Pocket Wallet", href: "pocket-wallet://" };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    CHOSEN,
    JSON.stringify(choice),
  ] as const);
  wallet.silent = true;
  await mint.mint.click();
  await expect.poll(() => wallet.requests.length).toBe(1);
  await expect(waiting(page)).toBeVisible();
  const link = page.getByRole("link", { name: "Open wallet" });
  await expect(link).toHaveAttribute("href", choice.href);

  await page.reload();
  await expect(remembering(page)).toBeVisible();
  await expect(mint.mint).toHaveAttribute("aria-busy", "true");

  await wallet.answerLast();
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  await expect(link).toHaveCount(0);
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

  wallet.silent = false;
  await mint.mint.click();
  await expect(mint.success).toContainText("Ticket #2 is yours.");
  expect(wallet.proposals, "proposed once").toHaveLength(1);
  await wallet.disconnect();
  await expect(mint.connect).toBeVisible();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
  await expect(mint.mint).toHaveCount(0);
  await page.reload();
  await expect(mint.connect).toBeEnabled();
  await expect(page.getByText(wallet.address)).toHaveCount(0);
});
