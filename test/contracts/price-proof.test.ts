import { expect } from "chai";
import { CODE, deployTicket, ethers, loadFixture } from "./fixture.ts";
import { followPrice, STEP, STEPS } from "./price-trace.ts";

/**
 * The prices at every valid ticket price, all fifty million of them, for every quantity: not by trying each, but by
 * following the price through what the contract executes (price-trace.ts). The price that is executed is any; it has
 * large prime factors, so that no other number on the stack is mistaken for a multiple of it.
 */
const ANY_STEPS = 31_415_927n;
const QUANTITIES = Array.from({ length: 50 }, (_, index) => BigInt(index + 1));

async function deployTicketAtAnyPrice() {
  const fixture = await deployTicket();
  await fixture.ticket.setTicketPrice(STEP * ANY_STEPS);
  return fixture;
}

async function traced(sent: Promise<{ hash: string }>, step?: bigint) {
  const { hash } = await sent;
  return followPrice(hash, step === undefined ? ANY_STEPS : (STEP * ANY_STEPS) / step, step);
}

describe("Ticket: prices at every valid ticket price", () => {
  // A valid price is `STEP * s`, s from 1 to STEPS. 5 % of STEP is 1e12 wei: nothing is left to round.
  const full = (quantity: bigint) => 20n * 1_000_000_000_000n * quantity;
  const discounted = (quantity: bigint) => 19n * 1_000_000_000_000n * quantity;

  it("a valid price is a multiple of the step, up to the highest", async () => {
    const { ticket } = await loadFixture(deployTicketAtAnyPrice);

    for (const steps of [1n, STEPS]) await ticket.setTicketPrice(STEP * steps);
    for (const price of [0n, STEP - 1n, STEP + 1n, STEP * STEPS - 1n, STEP * (STEPS + 1n)]) {
      await expect(ticket.setTicketPrice(price))
        .to.be.revertedWithCustomError(ticket, "InvalidTicketPrice")
        .withArgs(price);
    }
  });

  it("[C-02] getPriceForQuantity is price times quantity, 1 to 50", async () => {
    const { ticket, buyer } = await loadFixture(deployTicketAtAnyPrice);
    const to = await ticket.getAddress();

    for (const quantity of QUANTITIES) {
      const data = ticket.interface.encodeFunctionData("getPriceForQuantity", [quantity]);
      expect(await traced(buyer.sendTransaction({ to, data }))).to.deep.equal({
        coefficient: full(quantity),
      });
    }
  });

  it("[C-03] getAffiliatePriceForQuantity is 19 twentieths of it with no remainder, 1 to 50", async () => {
    const { ticket, buyer } = await loadFixture(deployTicketAtAnyPrice);
    const to = await ticket.getAddress();

    for (const quantity of QUANTITIES) {
      const data = ticket.interface.encodeFunctionData("getAffiliatePriceForQuantity", [quantity]);
      expect(await traced(buyer.sendTransaction({ to, data }))).to.deep.equal({
        coefficient: discounted(quantity),
      });
    }
  });

  it("[C-05] [C-06] buying takes exactly these, 1 to 50", async () => {
    const { ticket, buyer } = await loadFixture(deployTicketAtAnyPrice);
    const { address } = buyer;
    await ethers.provider.send("hardhat_setBalance", [address, ethers.toQuantity(2n ** 100n)]);

    for (const quantity of QUANTITIES) {
      await traced(
        ticket.connect(buyer).buyTicket(address, quantity, { value: full(quantity) * ANY_STEPS }),
      );
      await traced(
        ticket.connect(buyer).buyTicketWithAffiliate(address, quantity, CODE, {
          value: discounted(quantity) * ANY_STEPS,
        }),
      );
    }
    expect(await ticket.balanceOf(buyer)).to.equal(2n * 1275n);
  });

  it("would not be exact if a price could be any wei: there the discount leaves a remainder", async () => {
    const { ticket, buyer } = await loadFixture(deployTicketAtAnyPrice);
    const to = await ticket.getAddress();
    const data = ticket.interface.encodeFunctionData("getAffiliatePriceForQuantity", [1n]);

    expect(await traced(buyer.sendTransaction({ to, data }), 1n)).to.equal("lost");
  });
});
