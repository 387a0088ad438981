import { expect } from "chai";
import { deployTicket, ethers, loadFixture, MAX_SUPPLY, ROYALTY_BPS } from "../fixture.ts";

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
