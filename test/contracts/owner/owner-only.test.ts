import { expect } from "chai";
import { buy, deployTicket, expectError, loadFixture } from "../fixture.ts";
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
    it(`${fragment.format("sighash")} refuses everyone else, and not the owner with the same arguments`, async () => {
      const { ticket, owner, stranger, royaltyReceiver } = await loadFixture(deployTicket);
      const data = validCall(fragment, stranger.address);
      const to = await ticket.getAddress();

      for (const other of [stranger, royaltyReceiver]) {
        const sent = other.sendTransaction({ to, data });
        await expectError(sent, ticket, "OwnableUnauthorizedAccount", other.address);
      }
      if (fragment.name !== "renounceOwnership") await owner.sendTransaction({ to, data });
    });
  }
});

describe("Ticket: what the owner may not do", () => {
  it("move or approve a holder's ticket", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, owner, buyer } = sale;
    await buy(sale, 1n);

    const moved = ticket.transferFrom(buyer.address, owner.address, 1n);
    await expectError(moved, ticket, "TransferCallerNotOwnerNorApproved");
    const approved = ticket.approve(owner.address, 1n);
    await expectError(approved, ticket, "ApprovalCallerNotOwnerNorApproved");
  });
});
