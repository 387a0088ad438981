import { expect } from "chai";
import { deployTicket, ethers, loadFixture, PRICE } from "../fixture.ts";

describe("Ticket: ownership", () => {
  it("moves in two steps, and says so at each", async () => {
    const { ticket, owner, newOwner } = await loadFixture(deployTicket);

    await expect(ticket.transferOwnership(newOwner.address))
      .to.emit(ticket, "OwnershipTransferStarted")
      .withArgs(owner.address, newOwner.address);
    expect(await ticket.owner()).to.equal(owner.address);
    expect(await ticket.pendingOwner()).to.equal(newOwner.address);

    await expect(ticket.connect(newOwner).acceptOwnership())
      .to.emit(ticket, "OwnershipTransferred")
      .withArgs(owner.address, newOwner.address);
    expect(await ticket.owner()).to.equal(newOwner.address);
    expect(await ticket.pendingOwner()).to.equal(ethers.ZeroAddress);
  });

  it("the old owner runs the sale until the new one accepts, and not after", async () => {
    const { ticket, owner, newOwner } = await loadFixture(deployTicket);
    await ticket.transferOwnership(newOwner.address);

    await ticket.pause();
    await expect(ticket.connect(newOwner).unpause())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(newOwner.address);
    await ticket.connect(newOwner).acceptOwnership();
    await ticket.connect(newOwner).unpause();
    await expect(ticket.pause())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(owner.address);
  });

  it("only the pending owner can accept, and only once", async () => {
    const { ticket, newOwner, stranger } = await loadFixture(deployTicket);
    await ticket.transferOwnership(newOwner.address);

    await expect(ticket.connect(stranger).acceptOwnership())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(stranger.address);
    await ticket.connect(newOwner).acceptOwnership();
    await expect(ticket.connect(newOwner).acceptOwnership())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(newOwner.address);
  });

  it("can be called back, or offered to another, before it is accepted", async () => {
    const { ticket, owner, newOwner, stranger } = await loadFixture(deployTicket);
    await ticket.transferOwnership(newOwner.address);
    await ticket.transferOwnership(stranger.address);
    await expect(ticket.connect(newOwner).acceptOwnership())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(newOwner.address);

    await ticket.transferOwnership(ethers.ZeroAddress);
    await expect(ticket.connect(stranger).acceptOwnership())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(stranger.address);
    expect(await ticket.owner()).to.equal(owner.address);
  });

  it("can't be renounced, so the proceeds can always be withdrawn", async () => {
    const { ticket, owner, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    await expect(ticket.renounceOwnership()).to.be.revertedWithCustomError(
      ticket,
      "RenounceDisabled",
    );
    expect(await ticket.owner()).to.equal(owner.address);
    await ticket.withdraw(buyer.address);
  });

  it("can't be renounced by others either, who are told that they are not the owner", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);

    await expect(ticket.connect(stranger).renounceOwnership())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(stranger.address);
  });
});
