import { expect } from "chai";
import * as collection from "../../../collection.ts";
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

describe("Ticket: buyTicket", () => {
  it("[C-05] gives the tickets to the receiver and takes the price from the buyer", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    const purchase = ticket.connect(buyer).buyTicket(holder.address, 3n, { value: PRICE * 3n });

    await expect(purchase).to.changeEtherBalances(
      ethers,
      [buyer, ticket],
      [-PRICE * 3n, PRICE * 3n],
    );
    expect(await ticket.balanceOf(holder)).to.equal(3n);
    expect(await ticket.balanceOf(buyer)).to.equal(0n);
    for (const tokenId of [1n, 2n, 3n]) {
      expect(await ticket.ownerOf(tokenId)).to.equal(holder.address);
    }
  });

  it("[C-05] says who bought what for whom, without a code", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

    await expect(ticket.connect(buyer).buyTicket(holder.address, 3n, { value: PRICE * 3n }))
      .to.emit(ticket, "TicketsSold")
      .withArgs(buyer.address, holder.address, ethers.ZeroHash, 5n, 3n, PRICE * 3n);
  });

  it("[C-05] emits one Transfer a ticket, ids in a row from 1", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    await ticket
      .connect(buyer)
      .buyTicket(holder.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });

    const transfers = await ticket.queryFilter(ticket.filters.Transfer());
    expect(transfers.map(({ args }) => [args.from, args.to, args.tokenId])).to.deep.equal(
      Array.from({ length: collection.maxPerPurchase + 2 }, (_, index) => [
        ethers.ZeroAddress,
        index < 2 ? buyer.address : holder.address,
        BigInt(index + 1),
      ]),
    );
  });

  for (const quantity of [1n, 2n, MAX_PER_PURCHASE - 1n, MAX_PER_PURCHASE]) {
    it(`sells ${quantity} in one purchase`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);

      await ticket.connect(buyer).buyTicket(buyer.address, quantity, { value: PRICE * quantity });
      expect(await ticket.balanceOf(buyer)).to.equal(quantity);
    });
  }

  for (const quantity of [0n, MAX_PER_PURCHASE + 1n, MAX_SUPPLY, ethers.MaxUint256]) {
    it(`refuses a quantity of ${quantity}`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);

      await expect(ticket.connect(buyer).buyTicket(buyer.address, quantity, { value: PRICE }))
        .to.be.revertedWithCustomError(ticket, "InvalidQuantity")
        .withArgs(quantity);
    });
  }

  it("[C-05] takes exactly the price that the view quotes", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const value = await ticket.getPriceForQuantity(MAX_PER_PURCHASE - 1n);

    await ticket.connect(buyer).buyTicket(buyer.address, MAX_PER_PURCHASE - 1n, { value });
    expect(await ethers.provider.getBalance(ticket)).to.equal(value);
  });

  for (const [name, difference] of [
    ["one wei too little", -1n],
    ["one wei too much", 1n],
    ["nothing", -PRICE * 3n],
  ] as const) {
    it(`[C-05] refuses ${name}`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      const value = PRICE * 3n + difference;

      await expect(ticket.connect(buyer).buyTicket(buyer.address, 3n, { value }))
        .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
        .withArgs(value, PRICE * 3n);
      expect(await ticket.totalSupply()).to.equal(0n);
    });
  }

  it("[C-05] refuses the affiliate price", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const value = await ticket.getAffiliatePriceForQuantity(1n);

    await expect(ticket.connect(buyer).buyTicket(buyer.address, 1n, { value }))
      .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
      .withArgs(value, PRICE);
  });

  it("[C-05] refuses the zero address as receiver", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);

    await expect(
      ticket.connect(buyer).buyTicket(ethers.ZeroAddress, 1n, { value: PRICE }),
    ).to.be.revertedWithCustomError(ticket, "MintToZeroAddress");
  });

  it("[C-05] refuses while sales are paused", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.pause();

    await expect(
      ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE }),
    ).to.be.revertedWithCustomError(ticket, "SalePaused");
  });

  it("refuses more than remain, and says how many do", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await sellAllBut(ticket, buyer.address, 3n);

    await expect(ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n }))
      .to.be.revertedWithCustomError(ticket, "SoldOut")
      .withArgs(4n, 3n);
  });

  it("says first that sales are paused, then the quantity, the supply, the payment, the receiver", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await sellAllBut(ticket, buyer.address, 1n);
    await ticket.pause();
    const buy = (quantity: bigint, value: bigint) =>
      ticket.connect(buyer).buyTicket(ethers.ZeroAddress, quantity, { value });

    await expect(buy(0n, 1n)).to.be.revertedWithCustomError(ticket, "SalePaused");
    await ticket.unpause();
    await expect(buy(MAX_PER_PURCHASE + 1n, 1n)).to.be.revertedWithCustomError(
      ticket,
      "InvalidQuantity",
    );
    await expect(buy(2n, 1n)).to.be.revertedWithCustomError(ticket, "SoldOut");
    await expect(buy(1n, 1n)).to.be.revertedWithCustomError(ticket, "IncorrectPayment");
    await expect(buy(1n, PRICE)).to.be.revertedWithCustomError(ticket, "MintToZeroAddress");
  });

  it("[C-05] the owner pays as anyone does", async () => {
    const { ticket, owner } = await loadFixture(deployTicket);

    await expect(ticket.connect(owner).buyTicket(owner.address, 1n, { value: 0n }))
      .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
      .withArgs(0n, PRICE);
  });

  it("[C-05] adds nothing to any code's account", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 0n, 0n, 0n]);
    expect(await ticket.affiliateSales("")).to.deep.equal([false, 0n, 0n, 0n]);
  });

  it("[C-05] wei without a purchase is refused", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const sent = buyer.sendTransaction({ to: await ticket.getAddress(), value: PRICE });

    await expect(sent).to.be.revertedWithoutReason(ethers);
  });
});
