import { expect } from "chai";
import * as collection from "../../../collection.ts";
import { deployTicket, ethers, HIGHEST_PRICE, loadFixture, MAX_PER_PURCHASE } from "../fixture.ts";

/**
 * There are 50 million valid prices, `STEP` times 1 to `STEPS`. This test tries both ends, every
 * power of two and ten with its neighbours, and a fixed pseudo-random sequence.
 */
const STEP = collection.priceStep;
const STEPS = HIGHEST_PRICE / STEP;
const PERCENT_OF_STEP = STEP / 100n;

function priceReference(steps: bigint, quantity: bigint): { full: bigint; discounted: bigint } {
  const tickets = steps * quantity;
  return {
    full: 100n * PERCENT_OF_STEP * tickets,
    discounted: BigInt(100 - collection.discountPercent) * PERCENT_OF_STEP * tickets,
  };
}

function samples(): bigint[] {
  const chosen = new Set<bigint>([1n, 2n, 3n, STEPS - 1n, STEPS]);
  for (const base of [2n, 10n]) {
    for (let power = 1n; power <= STEPS; power *= base) {
      for (const near of [power - 1n, power, power + 1n]) chosen.add(near);
    }
  }
  let state = 20_261_121n;
  while (chosen.size < 300 && chosen.size < STEPS) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    chosen.add(1n + ((state >> 33n) % STEPS));
  }
  return [...chosen].filter((steps) => steps >= 1n && steps <= STEPS);
}

describe("Ticket: prices beside a reference", () => {
  it("the reference covers the contract's range: its step, and its highest price", async () => {
    const { ticket } = await loadFixture(deployTicket);

    expect(PERCENT_OF_STEP * 100n).to.equal(STEP);
    await ticket.setTicketPrice(STEP);
    await ticket.setTicketPrice(STEP * STEPS);
    for (const price of [STEP - 1n, STEP + 1n, STEP * STEPS + STEP]) {
      await expect(ticket.setTicketPrice(price))
        .to.be.revertedWithCustomError(ticket, "InvalidTicketPrice")
        .withArgs(price);
    }
  });

  it("agree for every quantity at 300 prices", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const quantities = Array.from({ length: Number(MAX_PER_PURCHASE) }, (_, index) =>
      BigInt(index + 1),
    );
    const calls = quantities.flatMap((quantity) => [
      ticket.interface.encodeFunctionData("getPriceForQuantity", [quantity]),
      ticket.interface.encodeFunctionData("getAffiliatePriceForQuantity", [quantity]),
    ]);
    for (const steps of samples()) {
      await ticket.setTicketPrice(STEP * steps);
      const answers = await ticket.multicall.staticCall(calls);
      const expected = quantities.flatMap((quantity) => {
        const { full, discounted } = priceReference(steps, quantity);
        return [full, discounted];
      });

      expect(answers.map((answer) => ethers.toBigInt(answer))).to.deep.equal(expected);
    }
  });
});
