import { expect } from "chai";
import { deployTicket, ethers, loadFixture } from "./fixture.ts";

/**
 * The contract's prices against a reference on JavaScript's big integers. A valid price is `step` times 1 to 50 million,
 * which is too many to ask for one by one: these are both ends, every power of two and of ten with its neighbours, and a
 * fixed sequence that looks random. Price.t.sol draws others.
 */
const STEP = 20_000_000_000_000n;
const STEPS = 50_000_000n;

function priceReference(steps: bigint, quantity: bigint): { full: bigint; discounted: bigint } {
  // 2e13 wei is 20 millionths of an ether, of which 5 % is one millionth: no division, nothing to round.
  const millionth = 1_000_000_000_000n;
  return {
    full: 20n * millionth * steps * quantity,
    discounted: 19n * millionth * steps * quantity,
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
  while (chosen.size < 300) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    chosen.add(1n + ((state >> 33n) % STEPS));
  }
  return [...chosen].filter((steps) => steps >= 1n && steps <= STEPS);
}

describe("Ticket: prices beside a reference", () => {
  it("the reference covers the contract's range: its step, and its highest price", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await ticket.setTicketPrice(STEP);
    await ticket.setTicketPrice(STEP * STEPS);
    for (const price of [STEP - 1n, STEP + 1n, STEP * STEPS + STEP]) {
      await expect(ticket.setTicketPrice(price))
        .to.be.revertedWithCustomError(ticket, "InvalidTicketPrice")
        .withArgs(price);
    }
  });

  it("[C-02] [C-03] agree for every quantity at 300 prices", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const quantities = Array.from({ length: 50 }, (_, index) => BigInt(index + 1));
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
