import { parseEther } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import type { Chain } from "../support/chain.ts";
import { openRestored } from "../support/connected-page.ts";
import { expect, test } from "../support/fixtures.ts";

/**
 * The page with a node of Ethereum's next hardfork, where a new storage slot costs about five times as much: the spec's
 * gas limit of 300000 is sent if the purchase fits in it, otherwise an estimate with a margin.
 */
const PRICE = parseEther("0.05");
const LIMIT = 300_000n;
const CODE = "welcome5";
const MOST = BigInt(maxPerPurchase);

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
