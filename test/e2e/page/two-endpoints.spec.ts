import { parseEther } from "ethers";
import { money } from "../../support/money.ts";
import { advancingClock } from "../support/advancing-clock.ts";
import { openConnected, openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** A build with two endpoints, one of which fails or lies over a real socket. */

const PRICE = parseEther("0.05");

const methodsOf = (body: string): string[] => [JSON.parse(body)].flat().map(({ method }) => method);
const isReadingOfSale = (body: string) => methodsOf(body).join() === "eth_call";

test("[K-24] [P-28] sells through the second endpoint while the first is silent, and is certain when both answer", async ({
  page,
  mainnet: { chain },
  twoEndpoints: { url, preferred, other },
}) => {
  other.fault = "none";
  preferred.fault = "silent";
  await page.clock.install();
  const { wallet, mint } = await openWithWallet(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  const until = advancingClock(page);
  await until(() => expect(page.getByText(money(PRICE))).toBeVisible({ timeout: 100 }));
  await mint.connectWith(wallet.name);
  await expect(mint.mint).toBeEnabled();
  await mint.mint.click();
  // One endpoint is no quorum.
  const unclear = page.getByText(/^This page can't confirm the result yet/);
  await until(() => expect(unclear).toBeVisible({ timeout: 100 }));
  await expect(page.getByRole("link", { name: "View on Etherscan" })).toBeVisible();
  expect(await chain.ticket.totalSupply()).toBe(1n);
  await expect(mint.success).toHaveCount(0);

  preferred.fault = "none";
  await until(() =>
    expect(mint.success).toContainText("Transaction successful!", { timeout: 100 }),
  );
});

test("asks each endpoint once between the press on Mint and the wallet's question", async ({
  page,
  mainnet: { chain },
  twoEndpoints: { url, preferred, other },
}) => {
  const both = [preferred, other];
  for (const one of both) one.fault = "none";
  const { wallet, mint } = await openConnected(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: PRICE };
  await expect(page.getByText(/network fee$/)).toContainText("about");
  const before = both.map(({ received }) => received.length);
  await mint.mint.click();
  await expect(mint.success).toBeVisible();

  for (const [index, { received }] of both.entries()) {
    const since = received.slice(before[index]);
    const sent = since.findIndex((body) => body.includes("eth_getTransactionReceipt"));
    // The page's own reading of the sale, every 30 s, may fall in between.
    const asked = since.slice(0, sent).filter((body) => !isReadingOfSale(body));
    expect(asked.map(methodsOf)).toEqual([
      [
        "eth_call",
        "eth_call",
        "eth_blockNumber",
        "eth_getBalance",
        "eth_estimateGas",
        "eth_gasPrice",
        "eth_getCode",
        "eth_getTransactionCount",
      ],
    ]);
  }
});
