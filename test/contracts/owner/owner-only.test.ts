import { expect } from "chai";
import { deployTicket, loadFixture, PRICE } from "../fixture.ts";
import { ownerFunctions, validCall } from "./owner-functions.ts";

describe("Ticket: what only the owner may do", () => {
  it("is this and nothing else", () => {
    expect(
      ownerFunctions.map((fragment) => fragment.format("sighash")).sort(),
      "Add it here, or to FOR_ANYONE of owner-functions.ts",
    ).to.deep.equal([
      "freezeMetadata()",
      "pause()",
      "renounceOwnership()",
      "setAffiliates(string[],bool)",
      "setRenderer(address)",
      "setRoyalty(address,uint96)",
      "setTicketPrice(uint256)",
      "transferOwnership(address)",
      "unpause()",
      "withdraw(address)",
    ]);
  });

  for (const fragment of ownerFunctions) {
    const signature = fragment.format("sighash");

    it(`${signature} refuses everyone else`, async () => {
      const { ticket, stranger, royaltyReceiver } = await loadFixture(deployTicket);
      const data = validCall(fragment, stranger.address);
      const to = await ticket.getAddress();

      for (const other of [stranger, royaltyReceiver]) {
        await expect(other.sendTransaction({ to, data }))
          .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
          .withArgs(other.address);
      }
    });

    if (fragment.name === "renounceOwnership") continue;
    it(`${signature} is open to the owner with the same arguments`, async () => {
      const { ticket, owner, stranger } = await loadFixture(deployTicket);
      const data = validCall(fragment, stranger.address);

      await owner.sendTransaction({ to: await ticket.getAddress(), data });
    });
  }
});

describe("Ticket: what the owner may not do", () => {
  it("move, approve or block a holder's ticket", async () => {
    const { ticket, owner, buyer, holder } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    await expect(
      ticket.transferFrom(buyer.address, owner.address, 1n),
    ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
    await expect(ticket.approve(owner.address, 1n)).to.be.revertedWithCustomError(
      ticket,
      "ApprovalCallerNotOwnerNorApproved",
    );
    await ticket.pause();
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 1n);
    expect(await ticket.ownerOf(1n)).to.equal(holder.address);
  });
});
