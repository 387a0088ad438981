import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import {
  buy,
  CODE,
  deployTicket,
  ethers,
  expectError,
  HIGHEST_PRICE,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  networkHelpers,
} from "../fixture.ts";

describe("Ticket: supply", () => {
  it(`[C-01] [C-07] exactly ${MAX_SUPPLY} can be sold, the last by either way, then no more, and all is withdrawn`, async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder, stranger } = sale;
    // At the highest price a code's account holds the most wei that it ever can.
    await ticket.setTicketPrice(HIGHEST_PRICE);
    await networkHelpers.setBalance(buyer.address, HIGHEST_PRICE * (MAX_SUPPLY + 1n));
    let [sold, purchases] = [0n, 0n];
    while (sold < MAX_SUPPLY - 1n) {
      const left = MAX_SUPPLY - 1n - sold;
      const quantity = left < MAX_PER_PURCHASE ? left : MAX_PER_PURCHASE;
      await buy(sale, quantity, { code: CODE, value: discounted(HIGHEST_PRICE * quantity) });
      [sold, purchases] = [sold + quantity, purchases + 1n];
    }
    await buy(sale, 1n, { to: holder.address, value: HIGHEST_PRICE });

    expect(await ticket.totalSupply()).to.equal(MAX_SUPPLY);
    expect(await ticket.balanceOf(buyer)).to.equal(MAX_SUPPLY - 1n);
    expect(await ticket.ownerOf(1n)).to.equal(buyer.address);
    expect(await ticket.ownerOf(MAX_SUPPLY)).to.equal(holder.address);
    const unsold = ticket.ownerOf(MAX_SUPPLY + 1n);
    await expectError(unsold, ticket, "OwnerQueryForNonexistentToken");
    await expectError(buy(sale, 1n), ticket, "SoldOut", 1n, 0n);
    await expectError(buy(sale, 1n, { code: CODE }), ticket, "SoldOut", 1n, 0n);
    const paid = discounted(HIGHEST_PRICE * sold);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, purchases, sold, paid]);
    await expect(ticket.withdraw(stranger.address)).to.changeEtherBalance(
      ethers,
      stranger,
      paid + HIGHEST_PRICE,
    );
  });
});
