import { expect } from "chai";
import { buy, deployTicket, expectError, loadFixture, MAX_SUPPLY } from "../fixture.ts";

/** gas.test.ts measures what it saves. */
describe("Ticket: initializeOwnershipAt", () => {
  it("changes no holder, whoever asks, said twice too, and refuses what does not exist", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, stranger } = sale;
    await buy(sale, 4n);

    for (const tokenId of [1n, 3n, 3n]) {
      await ticket.connect(stranger).initializeOwnershipAt(tokenId);
    }
    for (const tokenId of [1n, 2n, 3n, 4n]) {
      expect(await ticket.ownerOf(tokenId)).to.equal(buyer.address);
    }
    expect(await ticket.balanceOf(buyer)).to.equal(4n);
    for (const tokenId of [0n, 5n, MAX_SUPPLY + 1n]) {
      const sent = ticket.initializeOwnershipAt(tokenId);
      await expectError(sent, ticket, "OwnerQueryForNonexistentToken");
    }
  });
});
