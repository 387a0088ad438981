import { expect } from "chai";
import * as collection from "../../../collection.ts";
import { deployTicket, deployWith, ethers, loadFixture, PRICE, ROYALTY_BPS } from "../fixture.ts";

describe("Ticket: constructor", () => {
  it("takes each argument for what it is", async () => {
    const { ticket, renderer, owner, royaltyReceiver } = await loadFixture(deployTicket);

    expect(await ticket.owner()).to.equal(owner.address);
    expect(await ticket.pendingOwner()).to.equal(ethers.ZeroAddress);
    expect(await ticket.ticketPrice()).to.equal(PRICE);
    expect(await ticket.royaltyInfo(1n, 10_000n)).to.deep.equal([
      royaltyReceiver.address,
      ROYALTY_BPS,
    ]);
    expect(await ticket.renderer()).to.equal(await renderer.getAddress());
    expect(await ticket.paused()).to.equal(false);
  });

  it("has a name, a symbol, no ticket and no wei yet", async () => {
    const { ticket } = await loadFixture(deployTicket);

    expect(await ticket.name()).to.equal(collection.name);
    expect(await ticket.symbol()).to.equal(collection.symbol);
    expect(await ticket.totalSupply()).to.equal(0n);
    expect(await ethers.provider.getBalance(ticket)).to.equal(0n);
    expect(await ticket.metadataFrozen()).to.equal(false);
  });

  it(`fixes ${collection.size} tickets in all and ${collection.maxPerPurchase} a purchase`, async () => {
    const { ticket } = await loadFixture(deployTicket);

    expect(await ticket.MAX_SUPPLY()).to.equal(BigInt(collection.size));
    expect(await ticket.MAX_PER_PURCHASE()).to.equal(BigInt(collection.maxPerPurchase));
  });

  it("says all of it in events", async () => {
    const { ticket, renderer, owner, royaltyReceiver } = await loadFixture(deployTicket);
    const deployment = ticket.deploymentTransaction();

    await expect(deployment)
      .to.emit(ticket, "OwnershipTransferred")
      .withArgs(ethers.ZeroAddress, owner.address);
    await expect(deployment).to.emit(ticket, "TicketPriceSet").withArgs(0n, PRICE);
    await expect(deployment).to.emit(ticket, "PauseSet").withArgs(false);
    await expect(deployment)
      .to.emit(ticket, "RoyaltySet")
      .withArgs(royaltyReceiver.address, ROYALTY_BPS);
    await expect(deployment)
      .to.emit(ticket, "RendererSet")
      .withArgs(await renderer.getAddress());
  });

  it("belongs to the owner that it is given, not to the deployer, and can start paused", async () => {
    const { owner, stranger } = await loadFixture(deployTicket);
    const { ticket } = await deployWith({ owner: stranger, startPaused: true });

    expect(await ticket.owner()).to.equal(stranger.address);
    expect(await ticket.paused()).to.equal(true);
    await expect(ticket.deploymentTransaction()).to.emit(ticket, "PauseSet").withArgs(true);
    await expect(ticket.unpause())
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(owner.address);
  });

  it("refuses the zero address as owner", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(deployWith({ owner: ethers.ZeroAddress }))
      .to.be.revertedWithCustomError(ticket, "OwnableInvalidOwner")
      .withArgs(ethers.ZeroAddress);
  });

  it("refuses an invalid price", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(deployWith({ ticketPrice: PRICE + 1n }))
      .to.be.revertedWithCustomError(ticket, "InvalidTicketPrice")
      .withArgs(PRICE + 1n);
  });

  it("refuses a royalty above 1000 basis points", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(deployWith({ royaltyBps: 1001n }))
      .to.be.revertedWithCustomError(ticket, "InvalidRoyalty")
      .withArgs(1001n);
  });

  it("refuses the zero address as royalty receiver", async () => {
    const { ticket } = await loadFixture(deployTicket);

    await expect(deployWith({ royaltyReceiver: ethers.ZeroAddress }))
      .to.be.revertedWithCustomError(ticket, "ERC2981InvalidDefaultRoyaltyReceiver")
      .withArgs(ethers.ZeroAddress);
  });
});
