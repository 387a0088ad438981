import { expect } from "chai";
import * as collection from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import {
  deployTicket,
  ethers,
  HIGHEST_PRICE,
  loadFixture,
  MAX_PER_PURCHASE,
  PRICE,
} from "../fixture.ts";

describe("Ticket: prices", () => {
  it(`[C-02] getPriceForQuantity is the ticket price times the quantity, 1 to ${MAX_PER_PURCHASE}`, async () => {
    const { ticket } = await loadFixture(deployTicket);

    for (let quantity = 1n; quantity <= MAX_PER_PURCHASE; quantity++) {
      expect(await ticket.getPriceForQuantity(quantity)).to.equal(PRICE * quantity);
    }
  });

  it(`[C-03] getAffiliatePriceForQuantity is exactly ${100 - collection.discountPercent} % of it, 1 to ${MAX_PER_PURCHASE}`, async () => {
    const { ticket } = await loadFixture(deployTicket);

    for (let quantity = 1n; quantity <= MAX_PER_PURCHASE; quantity++) {
      const full = await ticket.getPriceForQuantity(quantity);
      const withCode = await ticket.getAffiliatePriceForQuantity(quantity);
      expect(withCode * 100n).to.equal(full * (100n - BigInt(collection.discountPercent)));
    }
  });

  it("[C-03] a ticket of 100 steps costs a step less with a code for each percent of collection.ts", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.setTicketPrice(collection.priceStep * 100n);

    expect(await ticket.getPriceForQuantity(1n)).to.equal(collection.priceStep * 100n);
    expect(await ticket.getAffiliatePriceForQuantity(1n)).to.equal(
      collection.priceStep * BigInt(100 - collection.discountPercent),
    );
  });

  for (const price of [collection.priceStep, HIGHEST_PRICE]) {
    it(`[C-03] both are exact at six decimals at ${ethers.formatEther(price)} ether`, async () => {
      const { ticket } = await loadFixture(deployTicket);
      await ticket.setTicketPrice(price);
      const sixthDecimal = 1_000_000_000_000n;

      for (const quantity of [1n, 2n, MAX_PER_PURCHASE - 1n, MAX_PER_PURCHASE]) {
        const full = await ticket.getPriceForQuantity(quantity);
        const withCode = await ticket.getAffiliatePriceForQuantity(quantity);
        expect(full).to.equal(price * quantity);
        expect(withCode).to.equal(discounted(full));
        expect(full % sixthDecimal).to.equal(0n);
        expect(withCode % sixthDecimal).to.equal(0n);
      }
    });
  }

  for (const quantity of [0n, MAX_PER_PURCHASE + 1n, ethers.MaxUint256]) {
    it(`[C-02] getPriceForQuantity refuses ${quantity}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      await expect(ticket.getPriceForQuantity(quantity))
        .to.be.revertedWithCustomError(ticket, "InvalidQuantity")
        .withArgs(quantity);
    });

    it(`[C-03] getAffiliatePriceForQuantity refuses ${quantity}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      await expect(ticket.getAffiliatePriceForQuantity(quantity))
        .to.be.revertedWithCustomError(ticket, "InvalidQuantity")
        .withArgs(quantity);
    });
  }

  it("[C-02] are readable while sales are paused", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.pause();

    expect(await ticket.getPriceForQuantity(2n)).to.equal(PRICE * 2n);
    expect(await ticket.getAffiliatePriceForQuantity(2n)).to.equal(discounted(PRICE * 2n));
  });
});

describe("Ticket: setTicketPrice", () => {
  it("changes both prices and says what it was", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const price = (PRICE / 5n) * 8n;

    await expect(ticket.setTicketPrice(price))
      .to.emit(ticket, "TicketPriceSet")
      .withArgs(PRICE, price);
    expect(await ticket.ticketPrice()).to.equal(price);
    expect(await ticket.getPriceForQuantity(3n)).to.equal(price * 3n);
    expect(await ticket.getAffiliatePriceForQuantity(3n)).to.equal(discounted(price * 3n));
  });

  for (const price of [collection.priceStep, HIGHEST_PRICE]) {
    it(`takes ${ethers.formatEther(price)} ether`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      await ticket.setTicketPrice(price);
      expect(await ticket.ticketPrice()).to.equal(price);
    });
  }

  for (const price of [
    0n,
    1n,
    collection.priceStep / 2n,
    collection.priceStep - 1n,
    collection.priceStep + 1n,
    HIGHEST_PRICE + collection.priceStep,
    // Above 128 bits, but its lower 128 bits are a valid price.
    2n ** 128n * collection.priceStep + collection.priceStep,
    ethers.MaxUint256,
  ]) {
    it(`refuses ${price} wei`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      await expect(ticket.setTicketPrice(price))
        .to.be.revertedWithCustomError(ticket, "InvalidTicketPrice")
        .withArgs(price);
      expect(await ticket.ticketPrice()).to.equal(PRICE);
    });
  }

  it("says so of an equal price too", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(ticket.setTicketPrice(PRICE))
      .to.emit(ticket, "TicketPriceSet")
      .withArgs(PRICE, PRICE);
    expect(await ticket.ticketPrice()).to.equal(PRICE);
  });

  it("leaves the pause beside it as it is", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.pause();

    await ticket.setTicketPrice(PRICE * 2n);
    expect(await ticket.paused()).to.equal(true);
  });

  it("never charges a buyer more than was shown: a stale payment is refused with both figures", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const shown = await ticket.getPriceForQuantity(2n);
    await ticket.setTicketPrice(PRICE * 2n);

    await expect(ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: shown }))
      .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
      .withArgs(shown, PRICE * 4n);
  });

  it("never keeps a buyer's change after the price fell", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const shown = await ticket.getPriceForQuantity(2n);
    await ticket.setTicketPrice(PRICE / 2n);

    await expect(ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: shown }))
      .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
      .withArgs(shown, PRICE);
  });
});
