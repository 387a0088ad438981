import { expect } from "chai";
import { deployTicket, ethers, expectError, expectEvent, loadFixture } from "../fixture.ts";

const UNAUTHORIZED = "OwnableUnauthorizedAccount";

describe("Ticket: ownership", () => {
  it("moves in two steps, says so at each, and the old owner runs the sale until the second", async () => {
    const { ticket, owner, newOwner } = await loadFixture(deployTicket);
    const [before, after] = [owner.address, newOwner.address];

    const started = ticket.transferOwnership(after);
    await expectEvent(started, ticket, "OwnershipTransferStarted", before, after);
    expect(await ticket.owner()).to.equal(before);
    expect(await ticket.pendingOwner()).to.equal(after);
    await ticket.pause();
    await expectError(ticket.connect(newOwner).unpause(), ticket, UNAUTHORIZED, after);

    const accepted = ticket.connect(newOwner).acceptOwnership();
    await expectEvent(accepted, ticket, "OwnershipTransferred", before, after);
    expect(await ticket.owner()).to.equal(after);
    expect(await ticket.pendingOwner()).to.equal(ethers.ZeroAddress);
    await ticket.connect(newOwner).unpause();
    await expectError(ticket.pause(), ticket, UNAUTHORIZED, before);
  });

  it("only the pending owner can accept, and only once", async () => {
    const { ticket, newOwner, stranger } = await loadFixture(deployTicket);
    await ticket.transferOwnership(newOwner.address);

    const accept = (by: typeof newOwner) => ticket.connect(by).acceptOwnership();
    await expectError(accept(stranger), ticket, UNAUTHORIZED, stranger.address);
    await accept(newOwner);
    await expectError(accept(newOwner), ticket, UNAUTHORIZED, newOwner.address);
  });

  it("can be called back, or offered to another, before it is accepted", async () => {
    const { ticket, owner, newOwner, stranger } = await loadFixture(deployTicket);
    for (const [to, waiting] of [
      [stranger.address, newOwner],
      [ethers.ZeroAddress, stranger],
    ] as const) {
      await ticket.transferOwnership(waiting.address);
      await ticket.transferOwnership(to);

      const accepted = ticket.connect(waiting).acceptOwnership();
      await expectError(accepted, ticket, UNAUTHORIZED, waiting.address);
    }
    expect(await ticket.owner()).to.equal(owner.address);
  });
});
