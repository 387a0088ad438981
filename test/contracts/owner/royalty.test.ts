import { expect } from "chai";
import { deployTicket, ethers, loadFixture, MAX_SUPPLY, PRICE, ROYALTY_BPS } from "../fixture.ts";

describe("Ticket: setRoyalty", () => {
  it("sets receiver and share for every ticket, and says so", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);

    await expect(ticket.setRoyalty(stranger.address, 750n))
      .to.emit(ticket, "RoyaltySet")
      .withArgs(stranger.address, 750n);
    for (const tokenId of [1n, MAX_SUPPLY]) {
      expect(await ticket.royaltyInfo(tokenId, 10_000n)).to.deep.equal([stranger.address, 750n]);
    }
  });

  it("is the same share for every number, sold or not, rounded down to a wei", async () => {
    const { ticket, buyer, royaltyReceiver } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 3n, { value: PRICE * 3n });
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

  for (const bps of [0n, 1n, 1000n]) {
    it(`takes ${bps} basis points`, async () => {
      const { ticket, stranger } = await loadFixture(deployTicket);

      await ticket.setRoyalty(stranger.address, bps);
      expect(await ticket.royaltyInfo(1n, ethers.parseEther("1"))).to.deep.equal([
        stranger.address,
        (ethers.parseEther("1") * bps) / 10_000n,
      ]);
    });
  }

  for (const bps of [1001n, 10_000n, 2n ** 96n - 1n]) {
    it(`refuses ${bps} basis points`, async () => {
      const { ticket, royaltyReceiver } = await loadFixture(deployTicket);

      await expect(ticket.setRoyalty(royaltyReceiver.address, bps))
        .to.be.revertedWithCustomError(ticket, "InvalidRoyalty")
        .withArgs(bps);
      expect(await ticket.royaltyInfo(1n, 10_000n)).to.deep.equal([
        royaltyReceiver.address,
        ROYALTY_BPS,
      ]);
    });
  }

  it("says so of an equal royalty too", async () => {
    const { ticket, royaltyReceiver } = await loadFixture(deployTicket);

    await expect(ticket.setRoyalty(royaltyReceiver.address, ROYALTY_BPS))
      .to.emit(ticket, "RoyaltySet")
      .withArgs(royaltyReceiver.address, ROYALTY_BPS);
  });

  it("refuses the zero address", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(ticket.setRoyalty(ethers.ZeroAddress, ROYALTY_BPS))
      .to.be.revertedWithCustomError(ticket, "ERC2981InvalidDefaultRoyaltyReceiver")
      .withArgs(ethers.ZeroAddress);
  });
});
