import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import {
  CODE,
  deployTicket,
  ethers,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  PRICE,
  sellAllBut,
} from "../fixture.ts";

describe("Ticket: supply", () => {
  it("[C-01] totalSupply counts the tickets sold both ways", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);

    expect(await ticket.totalSupply()).to.equal(0n);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    expect(await ticket.totalSupply()).to.equal(2n);
    await ticket
      .connect(buyer)
      .buyTicketWithAffiliate(buyer.address, 3n, CODE, { value: discounted(PRICE * 3n) });
    expect(await ticket.totalSupply()).to.equal(5n);
  });

  it("[C-01] a refused purchase counts nothing", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);

    await expect(ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: 0n })).to.revert(
      ethers,
    );
    expect(await ticket.totalSupply()).to.equal(0n);
  });

  it(`[C-07] exactly ${MAX_SUPPLY} can be sold, the last by either way, and then no more`, async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await sellAllBut(ticket, buyer.address, MAX_PER_PURCHASE + 1n);
    await ticket.connect(buyer).buyTicketWithAffiliate(holder.address, MAX_PER_PURCHASE, CODE, {
      value: discounted(PRICE * MAX_PER_PURCHASE),
    });
    await ticket.connect(buyer).buyTicket(holder.address, 1n, { value: PRICE });

    expect(await ticket.totalSupply()).to.equal(MAX_SUPPLY);
    expect(await ticket.balanceOf(buyer)).to.equal(MAX_SUPPLY - MAX_PER_PURCHASE - 1n);
    expect(await ticket.balanceOf(holder)).to.equal(MAX_PER_PURCHASE + 1n);
    expect(await ticket.ownerOf(1n)).to.equal(buyer.address);
    expect(await ticket.ownerOf(MAX_SUPPLY)).to.equal(holder.address);
    await expect(ticket.ownerOf(MAX_SUPPLY + 1n)).to.be.revertedWithCustomError(
      ticket,
      "OwnerQueryForNonexistentToken",
    );
    await expect(ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE }))
      .to.be.revertedWithCustomError(ticket, "SoldOut")
      .withArgs(1n, 0n);
    await expect(
      ticket
        .connect(buyer)
        .buyTicketWithAffiliate(buyer.address, 1n, CODE, { value: discounted(PRICE) }),
    )
      .to.be.revertedWithCustomError(ticket, "SoldOut")
      .withArgs(1n, 0n);
  });

  it("[C-07] has no function that mints or burns beside the two purchases", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const names: string[] = [];
    ticket.interface.forEachFunction(({ name }) => names.push(name));

    expect(names.filter((name) => /mint|burn|airdrop|supply|buy/i.test(name))).to.deep.equal([
      "buyTicket",
      "buyTicketWithAffiliate",
      "MAX_SUPPLY",
      "totalSupply",
    ]);
  });
});
