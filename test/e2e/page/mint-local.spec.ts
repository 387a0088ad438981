import path from "node:path";
import { noun } from "../../../collection.ts";
import { kitWords } from "../../../frontend/src/domain/words/kit-words.ts";
import { networks } from "../../../networks.ts";
import { TRIAL_PRICE as PRICE } from "../../../scripts/tasks/deploy/trial-price.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { freePort, ROOT, run } from "../../support/process.ts";
import { account, Chain } from "../support/chain.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

const WALLET = "Local Test Wallet";

interface Local {
  readonly link: string;
  readonly chain: Chain;
}

const test = base.extend<{ readonly local: Local }>({
  local: [
    async ({ page }, use) => {
      const [CHAIN_PORT, PAGE_PORT] = [String(await freePort()), String(await freePort())];
      const started = run("npm", ["start"], { CHAIN_PORT, PAGE_PORT });
      const [, link = ""] = await started.saw(/^Ready: (\S+)$/m);
      const record = path.join(ROOT, "deployments/localhost/record.json");
      const { address } = (await import(record, { with: { type: "json" } })).default;
      const chain = new Chain(`http://127.0.0.1:${CHAIN_PORT}`, address);
      // On the first visit, Vite prepares packages, and may load the page again.
      await page.goto(link);
      await page.getByRole("heading", { name: "Order details" }).waitFor({ timeout: 60_000 });
      await use({ link, chain });
      chain.close();
      await started.stop();
    },
    { timeout: 120_000 },
  ],
});

test("[D-01] mints 3 from the printed link: connect, mint, green alert; the gallery is beside the page", async ({
  page,
  local: { link, chain },
}) => {
  const ticket = await chain.ticketAddress();
  const mint = new MintPageObject(page, link);
  await mint.open();
  await expect(page.getByRole("heading", { name: "Order details" })).toBeVisible();
  await expect(page).toHaveTitle(/minting dapp/);
  await mint.quantity.fill("3");
  await expect(page.getByText(`you will buy 3 x Garden Flat ${noun}`)).toBeVisible();
  await expect(page.getByText("You are using affiliate code: welcome5")).toBeVisible();
  await expect(page.getByRole("deletion")).toHaveText(money(3n * PRICE, networks.localhost));
  await expect(page.getByRole("strong")).toHaveText(
    money(discounted(3n * PRICE), networks.localhost),
  );

  await mint.connect.click();
  await expect(page.getByText(WALLET).first()).toBeVisible();
  // AppKit asks no directory if there is no wallet project, so no request can fail.
  await expect(page.getByText(kitWords.noMoreWallets)).toHaveCount(0);
  await page.getByText(WALLET).first().click();
  await page.getByRole("button", { name: "Approve" }).click();
  await mint.mint.click();
  await page.getByRole("button", { name: "Approve" }).click();

  await expect(mint.success).toContainText("Transaction successful!");
  await expect(mint.success).toContainText("Tickets #1 to #3 are yours.");
  const [sale] = await chain.ticket.queryFilter(chain.ticket.filters.TicketsSold());
  await expect(mint.success).toContainText(`Transaction ${sale?.transactionHash}`);
  await expect(page.getByText(`Contract ${ticket}`)).toBeVisible();

  const paid = discounted(3n * PRICE);
  expect(sale?.args.buyer).toBe(account(1).address);
  expect(sale?.args.to).toBe(account(1).address);
  expect(sale?.args.paid).toBe(paid);
  expect(await chain.ticket.totalSupply()).toBe(3n);
  expect(await chain.provider.getBalance(ticket)).toBe(paid);
  expect(await chain.ticket.affiliateSales("welcome5")).toEqual([true, 1n, 3n, paid]);

  await page.goto(new URL("/gallery.html?state=price", link).href);
  await expect(page.getByText("you will buy 1 x")).toBeVisible();
  await expect(mint.connect).toBeVisible();
});
