import { parseEther, parseUnits, toQuantity } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { feeMessage } from "../../../frontend/src/domain/fee-words.ts";
import { networks } from "../../../networks.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import type { Chain } from "../support/chain.ts";
import { openRestored, openWithWallet } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/**
 * The page with a node of Ethereum's next hardfork, where a new storage slot costs about five times as much: the spec's
 * gas limit of 300000 is sent if the purchase fits in it, otherwise an estimate with a margin.
 */
const PRICE = parseEther("0.05");
const LIMIT = 300_000n;
const CODE = "welcome5";
const MOST = BigInt(maxPerPurchase);
/** The most that fit, measured: 29 do not. */
const FITTING = MOST < 28n ? MOST : 28n;

function priceWithCode(quantity: bigint): bigint {
  return discounted(PRICE * quantity);
}

/** The node's own gas estimate of a purchase by this wallet. */
async function estimate(chain: Chain, buyer: string, quantity: bigint): Promise<bigint> {
  return await chain.ticket
    .connect(chain.provider)
    .buyTicketWithAffiliate.estimateGas(buyer, quantity, CODE, {
      from: buyer,
      value: priceWithCode(quantity),
    });
}

for (const quantity of [1n, FITTING]) {
  test(`[P-28] sends ${quantity}, which fit in the spec's limit, with that limit`, async ({
    page,
    amsterdam: { url, chain },
  }) => {
    const { wallet, mint } = await openRestored(page, `${url}?a=${CODE}`, chain);
    const value = priceWithCode(quantity);
    wallet.expected = { quantity: Number(quantity), affiliateCode: CODE, value };
    wallet.expectedGas = LIMIT;
    expect(await estimate(chain, wallet.address, quantity)).toBeLessThanOrEqual(LIMIT);
    await mint.quantity.fill(String(quantity));
    await mint.mint.click();

    await expect(mint.success).toContainText("Transaction successful!");
    expect(await chain.ticket.totalSupply()).toBe(quantity);
  });
}

// None of a collection whose largest purchase fits.
for (const quantity of [29n, MOST].filter((some) => some > 28n && some <= MOST)) {
  test(`[P-28] sends ${quantity}, which would run out of gas with the spec's limit, with the estimate and a fifth`, async ({
    page,
    amsterdam: { url, chain },
  }) => {
    const { wallet, mint } = await openRestored(page, `${url}?a=${CODE}`, chain);
    const value = priceWithCode(quantity);
    const needed = await estimate(chain, wallet.address, quantity);
    expect(needed).toBeGreaterThan(LIMIT);
    const callWith = (gasLimit: bigint) =>
      chain.ticket
        .connect(chain.provider)
        .buyTicketWithAffiliate.staticCall(wallet.address, quantity, CODE, {
          from: wallet.address,
          value,
          gasLimit,
        });
    // Out of gas, it reverts without data.
    await expect(callWith(LIMIT)).rejects.toThrow(/missing revert data/);
    await callWith(needed);
    wallet.expected = { quantity: Number(quantity), affiliateCode: CODE, value };
    wallet.expectedGas = (needed * 12n) / 10n;
    await mint.quantity.fill(String(quantity));
    await mint.mint.click();

    await expect(mint.success).toContainText("Transaction successful!");
    expect(await chain.ticket.totalSupply()).toBe(quantity);
  });
}

test("[P-25] a purchase that would revert is never sent, whatever gas it needs", async ({
  page,
  amsterdam: { url, chain },
}) => {
  const { wallet, mint } = await openWithWallet(page, url, chain);
  // Well before the pause: the page reads the sale again for a new quantity, and would see it.
  await mint.quantity.fill(String(MOST));
  await mint.connectWith(wallet.name);
  await expect(mint.mint).toBeVisible();
  await (await chain.ticket.pause()).wait();
  await mint.mint.click();

  await expect(mint.error).toContainText("Error sending transaction: sales are paused");
  expect(wallet.sent("eth_sendTransaction")).toEqual([]);
});

/** Wei for one unit of gas, as the node's endpoint tells the page. */
async function priceOfGas(chain: Chain): Promise<bigint> {
  return BigInt(await chain.provider.send("eth_gasPrice", []));
}

/** Makes gas cost so much in the next block, and about as much in the one after it. */
async function setBaseFee(chain: Chain, wei: bigint): Promise<void> {
  await chain.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(wei)]);
  await chain.provider.send("evm_mine", []);
}

test("the fee is that of this fork, and its share of the price is told above a tenth", async ({
  page,
  amsterdam: { url, chain },
}) => {
  const symbol = networks.mainnet.currency.symbol;
  const { wallet } = await openRestored(page, `${url}?a=${CODE}`, chain);

  const gas = await estimate(chain, wallet.address, 1n);
  // Twice what Osaka asks for it, and more: 86,000.
  expect(gas).toBeGreaterThan(2n * 86_000n);
  const usual = gas * (await priceOfGas(chain));
  expect(usual * 10n).toBeLessThan(priceWithCode(1n));
  const line = page.getByText(/network fee/);
  await expect(line).toHaveText(feeMessage(usual, symbol, priceWithCode(1n)));
  await expect(line).not.toContainText("%");

  await setBaseFee(chain, parseUnits("30", "gwei"));
  const dear = gas * (await priceOfGas(chain));
  expect(dear * 10n).toBeGreaterThan(priceWithCode(1n));
  await expect(line).toHaveText(feeMessage(dear, symbol, priceWithCode(1n)), { timeout: 15_000 });
  await expect(line).toContainText(/, 1\d%\sof\sthe\sprice$/);
});

for (const quantity of [1n, MOST]) {
  test(`[P-25] a balance without this fork's fee for ${quantity} is refused before the wallet is asked`, async ({
    page,
    amsterdam: { url, chain },
  }) => {
    const { wallet, mint } = await openRestored(page, `${url}?a=${CODE}`, chain);
    const value = priceWithCode(quantity);
    const needed =
      value + (await estimate(chain, wallet.address, quantity)) * (await priceOfGas(chain));
    const setBalance = (wei: bigint) =>
      chain.provider.send("hardhat_setBalance", [wallet.address, toQuantity(wei)]);
    await setBalance(needed - 1n);
    await mint.quantity.fill(String(quantity));
    await mint.mint.click();
    await expect(mint.error).toContainText(
      `not enough funds: price and network fee are about ${money(needed)}, and the wallet has ${money(needed - 1n)}.`,
    );
    expect(wallet.sent("eth_sendTransaction")).toEqual([]);

    // With it the wallet is asked, which needs more than the estimate: it pays for the whole limit at first.
    await setBalance(2n * needed);
    const gas = needed - value;
    wallet.expected = { quantity: Number(quantity), affiliateCode: CODE, value };
    const limit = ((gas / (await priceOfGas(chain))) * 12n) / 10n;
    wallet.expectedGas = limit > LIMIT && quantity > FITTING ? limit : LIMIT;
    await mint.mint.click();
    await expect(mint.success).toContainText("Transaction successful!");
  });
}
