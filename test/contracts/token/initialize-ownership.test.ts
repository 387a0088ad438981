import { expect } from "chai";
import { deployTicket, loadFixture, MAX_PER_PURCHASE, MAX_SUPPLY, PRICE } from "../fixture.ts";

const MIDDLE = MAX_PER_PURCHASE / 2n;

describe("Ticket: initializeOwnershipAt", () => {
  it("makes a transfer out of a batch cheaper, for anyone who asks, and changes no holder", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(deployTicket);
    await ticket
      .connect(buyer)
      .buyTicket(buyer.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });
    const transfer = ticket.connect(buyer).transferFrom;
    const before = await transfer.estimateGas(buyer.address, holder.address, MIDDLE);

    await ticket.connect(stranger).initializeOwnershipAt(MIDDLE);
    await ticket.connect(stranger).initializeOwnershipAt(MIDDLE + 1n);
    const after = await transfer.estimateGas(buyer.address, holder.address, MIDDLE);
    // The transfer no longer reads each earlier ticket, at 2,100 gas each.
    expect(before - after > (MIDDLE - 1n) * 2_100n).to.equal(true);
    for (const tokenId of [1n, MIDDLE - 1n, MIDDLE, MIDDLE + 1n, MAX_PER_PURCHASE]) {
      expect(await ticket.ownerOf(tokenId)).to.equal(buyer.address);
    }
    expect(await ticket.balanceOf(buyer)).to.equal(MAX_PER_PURCHASE);
  });

  it("may be said twice, and of the first ticket of a batch", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

    await ticket.initializeOwnershipAt(1n);
    await ticket.initializeOwnershipAt(3n);
    await ticket.initializeOwnershipAt(3n);
    expect(await ticket.ownerOf(3n)).to.equal(buyer.address);
  });

  for (const tokenId of [0n, 5n, MAX_SUPPLY + 1n]) {
    it(`refuses ${tokenId}, which does not exist`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

      await expect(ticket.initializeOwnershipAt(tokenId)).to.be.revertedWithCustomError(
        ticket,
        "OwnerQueryForNonexistentToken",
      );
    });
  }
});
