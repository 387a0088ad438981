import type { Page } from "@playwright/test";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { deferred } from "../../support/deferred.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject, ONE_TICKET } from "../support/page.ts";

/** Tests only reloads, tabs and a real chain. `settlement.test.ts` tests everything else. */

test.beforeEach(async ({ chain }) => {
  await chain.provider.send("evm_setAutomine", [false]);
});

test.afterEach(async ({ chain }) => {
  await chain.provider.send("evm_mine", []);
  await chain.provider.send("evm_setAutomine", [true]);
});

const sent = (page: Page) => page.getByText(/^Sent\. Waiting for the network/);

test("one of two tabs asks the wallet; the other one follows its purchase, and so does the first one after a reload", async ({
  page,
  restore,
  mainnet: { url, chain },
}) => {
  const { wallet, mint } = await restore();
  const { promise, resolve: answer } = deferred<void>();
  wallet.expected = ONE_TICKET;
  wallet.override = async ({ method }) => {
    if (method === "eth_sendTransaction") await promise;
    return undefined;
  };
  await mint.mint.click();
  await expect(page.getByText("Confirm the transaction in your wallet.")).toBeVisible();

  const tab = await page.context().newPage();
  const second = await InjectedWallet.install(tab, chain, { chainId: 1 });
  second.permitted = true;
  const other = new MintPageObject(tab, url);
  await other.open();
  await expect(tab.getByText(/^Your wallet hasn't answered yet\. If it/)).toBeVisible();
  await expect(tab.getByText("1 ticket for 0.050000 ETH.")).toBeVisible();
  await expect(other.mint).toHaveAttribute("aria-busy", "true");
  await other.mint.click({ force: true });
  expect(second.sent("eth_sendTransaction")).toEqual([]);

  answer();
  await expect(sent(page)).toBeVisible();
  await expect(tab.getByText(/^(Sent|Looking for your earlier)/)).toBeVisible();
  await page.reload();
  await expect(sent(page)).toBeVisible();
  for (const each of [mint, other]) await expect(each.mint).toHaveAttribute("aria-busy", "true");
  await chain.provider.send("evm_mine", []);
  for (const each of [mint, other]) {
    await expect(each.success).toContainText("Ticket #1 is yours.");
    await expect(each.success.getByRole("img", { name: "Ticket #1" })).toBeVisible();
  }
  expect(wallet.sent("eth_sendTransaction")).toHaveLength(1);
  expect(await chain.ticket.totalSupply()).toBe(1n);
  await tab.close();
});
