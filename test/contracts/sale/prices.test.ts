import { expect } from "chai";
import * as collection from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import {
  buy,
  deployTicket,
  ethers,
  expectError,
  HIGHEST_PRICE,
  loadFixture,
  MAX_PER_PURCHASE,
  PRICE,
} from "../fixture.ts";

const STEP = collection.priceStep;
const SIXTH_DECIMAL = 1_000_000_000_000n;
const QUANTITIES = Array.from({ length: Number(MAX_PER_PURCHASE) }, (_, index) =>
  BigInt(index + 1),
);

describe("Ticket: prices", () => {
  for (const price of [PRICE, STEP, HIGHEST_PRICE]) {
    it(`[C-02] [C-03] are the ticket price times the quantity, and exactly ${100 - collection.discountPercent} % of it with a code, at ${ethers.formatEther(price)} ether`, async () => {
      const { ticket } = await loadFixture(deployTicket);
      await ticket.setTicketPrice(price);

      for (const quantity of QUANTITIES) {
        const full = await ticket.getPriceForQuantity(quantity);
        const withCode = await ticket.getAffiliatePriceForQuantity(quantity);
        expect(full).to.equal(price * quantity);
        expect(withCode * 100n).to.equal(full * (100n - BigInt(collection.discountPercent)));
        expect(full % SIXTH_DECIMAL).to.equal(0n);
        expect(withCode % SIXTH_DECIMAL).to.equal(0n);
      }
    });
  }

  it("[C-02] [C-03] refuse no tickets, and more than the most", async () => {
    const { ticket } = await loadFixture(deployTicket);

    for (const quantity of [0n, MAX_PER_PURCHASE + 1n, ethers.MaxUint256]) {
      for (const quote of [ticket.getPriceForQuantity, ticket.getAffiliatePriceForQuantity]) {
        await expectError(quote(quantity), ticket, "InvalidQuantity", quantity);
      }
    }
  });

  it("[C-02] are readable while sales are paused", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.pause();

    expect(await ticket.getPriceForQuantity(2n)).to.equal(PRICE * 2n);
    expect(await ticket.getAffiliatePriceForQuantity(2n)).to.equal(discounted(PRICE * 2n));
  });
});

describe("Ticket: a new price", () => {
  for (const price of [PRICE * 2n, PRICE / 2n]) {
    it(`refuses what was shown before, with both figures, after the price ${price > PRICE ? "rose" : "fell"}`, async () => {
      const sale = await loadFixture(deployTicket);
      const value = await sale.ticket.getPriceForQuantity(2n);
      await sale.ticket.setTicketPrice(price);

      const stale = buy(sale, 2n, { value });
      await expectError(stale, sale.ticket, "IncorrectPayment", value, price * 2n);
    });
  }
});
