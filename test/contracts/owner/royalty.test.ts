import { expect } from "chai";
import {
  buy,
  deployTicket,
  ethers,
  expectError,
  expectEvent,
  loadFixture,
  MAX_SUPPLY,
  PRICE,
  ROYALTY_BPS,
} from "../fixture.ts";

describe("Ticket: setRoyalty", () => {
  for (const bps of [0n, 1n, ROYALTY_BPS, 1000n]) {
    it(`takes ${bps} basis points, and says so, of an equal royalty too`, async () => {
      const { ticket, stranger } = await loadFixture(deployTicket);
      const royalty = [stranger.address, bps] as const;

      await expectEvent(ticket.setRoyalty(...royalty), ticket, "RoyaltySet", ...royalty);
      await expectEvent(ticket.setRoyalty(...royalty), ticket, "RoyaltySet", ...royalty);
      expect(await ticket.royaltyInfo(1n, 10_000n)).to.deep.equal(royalty);
    });
  }

  it("is the same share for every number, sold or not, rounded down to a wei", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, royaltyReceiver } = sale;
    await buy(sale, 3n);
    await ticket.setRoyalty(royaltyReceiver.address, 333n);

    for (const tokenId of [0n, 1n, 2n, 3n, 4n, 255n, 256n, 257n, MAX_SUPPLY, MAX_SUPPLY + 1n]) {
      for (const price of [0n, 1n, 30n, 31n, 9_999n, 10_001n, PRICE + 1n, 2n ** 128n + 1n]) {
        expect(await ticket.royaltyInfo(tokenId, price)).to.deep.equal([
          royaltyReceiver.address,
          (price * 333n) / 10_000n,
        ]);
      }
    }
  });

  it("refuses more than 1000 basis points, and the zero address", async () => {
    const { ticket, royaltyReceiver } = await loadFixture(deployTicket);

    for (const bps of [1001n, 10_000n, 2n ** 96n - 1n]) {
      const sent = ticket.setRoyalty(royaltyReceiver.address, bps);
      await expectError(sent, ticket, "InvalidRoyalty", bps);
    }
    const zero = ethers.ZeroAddress;
    const sent = ticket.setRoyalty(zero, 1n);
    await expectError(sent, ticket, "ERC2981InvalidDefaultRoyaltyReceiver", zero);
    const kept = [royaltyReceiver.address, ROYALTY_BPS];
    expect(await ticket.royaltyInfo(1n, 10_000n)).to.deep.equal(kept);
  });
});
