import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import { CODE, deployTicket, ethers, loadFixture, PRICE } from "../fixture.ts";

describe("Ticket: pause and unpause", () => {
  it("stop and resume both ways to buy, and say so", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const withoutCode = () => ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    const withCode = () =>
      ticket
        .connect(buyer)
        .buyTicketWithAffiliate(buyer.address, 1n, CODE, { value: discounted(PRICE) });

    await expect(ticket.pause()).to.emit(ticket, "PauseSet").withArgs(true);
    expect(await ticket.paused()).to.equal(true);
    await expect(withoutCode()).to.be.revertedWithCustomError(ticket, "SalePaused");
    await expect(withCode()).to.be.revertedWithCustomError(ticket, "SalePaused");

    await expect(ticket.unpause()).to.emit(ticket, "PauseSet").withArgs(false);
    expect(await ticket.paused()).to.equal(false);
    await withoutCode();
    await withCode();
    expect(await ticket.totalSupply()).to.equal(2n);
  });

  it("may be said twice, and say so twice", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await ticket.pause();
    await expect(ticket.pause()).to.emit(ticket, "PauseSet").withArgs(true);
    expect(await ticket.paused()).to.equal(true);
    await ticket.unpause();
    await expect(ticket.unpause()).to.emit(ticket, "PauseSet").withArgs(false);
    expect(await ticket.paused()).to.equal(false);
  });

  it("leave the price beside them as it is", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await ticket.pause();
    expect(await ticket.ticketPrice()).to.equal(PRICE);
    await ticket.unpause();
    expect(await ticket.ticketPrice()).to.equal(PRICE);
  });

  it("never stop transfers and approvals", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 3n, { value: PRICE * 3n });
    await ticket.pause();

    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 2n);
    await ticket.connect(buyer).approve(stranger.address, 1n);
    await ticket
      .connect(stranger)
      ["safeTransferFrom(address,address,uint256)"](buyer.address, holder.address, 1n);
    await ticket.connect(buyer).setApprovalForAll(stranger.address, true);
    await ticket.connect(stranger).transferFrom(buyer.address, holder.address, 3n);
    expect(await ticket.balanceOf(holder)).to.equal(3n);
  });

  it("never stop withdrawal and what the owner sets", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    await ticket.pause();

    await expect(ticket.withdraw(stranger.address)).to.changeEtherBalance(ethers, stranger, PRICE);
    await ticket.setTicketPrice(PRICE * 2n);
    await ticket.setAffiliates(["bob"], true);
    await ticket.setRoyalty(stranger.address, 1n);
    await ticket.setRenderer(await ticket.renderer());
    await ticket.transferOwnership(stranger.address);
    await ticket.connect(stranger).acceptOwnership();
    expect(await ticket.paused()).to.equal(true);
  });
});
