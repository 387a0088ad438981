import { expect } from "chai";
import { buy, CODE, deployTicket, ethers, expectError, loadFixture, PRICE } from "../fixture.ts";

describe("Ticket: pause and unpause", () => {
  it("stop and resume both ways to buy, said twice too, and leave the price as it is", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket } = sale;
    for (const _ of ["once", "twice"]) await ticket.pause();
    for (const code of [undefined, CODE]) {
      await expectError(buy(sale, 1n, { code }), ticket, "SalePaused");
    }

    for (const _ of ["once", "twice"]) await ticket.unpause();
    for (const code of [undefined, CODE]) await buy(sale, 1n, { code });
    expect(await ticket.ticketPrice()).to.equal(PRICE);
  });

  it("never stop transfers and approvals", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder, stranger } = sale;
    const [byBuyer, byStranger] = [ticket.connect(buyer), ticket.connect(stranger)];
    const safeTransfer = byStranger["safeTransferFrom(address,address,uint256)"];
    await buy(sale, 3n);
    await ticket.pause();

    await byBuyer.transferFrom(buyer.address, holder.address, 2n);
    await byBuyer.approve(stranger.address, 1n);
    await safeTransfer(buyer.address, holder.address, 1n);
    await byBuyer.setApprovalForAll(stranger.address, true);
    await byStranger.transferFrom(buyer.address, holder.address, 3n);
    expect(await ticket.balanceOf(holder)).to.equal(3n);
  });

  it("never stop withdrawal and what the owner sets", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, stranger } = sale;
    await buy(sale, 1n);
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
