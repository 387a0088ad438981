import { expect } from "chai";
import * as collection from "../../../collection.ts";
import {
  deployTicket,
  deployWith,
  ethers,
  expectError,
  expectEvent,
  loadFixture,
  PRICE,
  ROYALTY_BPS,
} from "../fixture.ts";

describe("Ticket: constructor", () => {
  it("takes each argument for what it is, and has no ticket and no wei yet", async () => {
    const { ticket, renderer, owner, royaltyReceiver } = await loadFixture(deployTicket);
    const royalty = [royaltyReceiver.address, ROYALTY_BPS];

    expect(await ticket.owner()).to.equal(owner.address);
    expect(await ticket.pendingOwner()).to.equal(ethers.ZeroAddress);
    expect(await ticket.ticketPrice()).to.equal(PRICE);
    expect(await ticket.royaltyInfo(1n, 10_000n)).to.deep.equal(royalty);
    expect(await ticket.renderer()).to.equal(await renderer.getAddress());
    expect(await ticket.paused()).to.equal(false);
    expect(await ticket.metadataFrozen()).to.equal(false);
    expect(await ticket.totalSupply()).to.equal(0n);
    expect(await ethers.provider.getBalance(ticket)).to.equal(0n);
  });

  it("has the name, the symbol, the size and the most per purchase of collection.ts", async () => {
    const { ticket } = await loadFixture(deployTicket);

    expect(await ticket.name()).to.equal(collection.name);
    expect(await ticket.symbol()).to.equal(collection.symbol);
    expect(await ticket.MAX_SUPPLY()).to.equal(BigInt(collection.size));
    expect(await ticket.MAX_PER_PURCHASE()).to.equal(BigInt(collection.maxPerPurchase));
  });

  it("says all of it in events", async () => {
    const { ticket, renderer, owner, royaltyReceiver } = await loadFixture(deployTicket);

    for (const [event, ...args] of [
      ["OwnershipTransferred", ethers.ZeroAddress, owner.address],
      ["TicketPriceSet", 0n, PRICE],
      ["PauseSet", false],
      ["RoyaltySet", royaltyReceiver.address, ROYALTY_BPS],
      ["RendererSet", await renderer.getAddress()],
    ] as const) {
      await expectEvent(ticket.deploymentTransaction(), ticket, event, ...args);
    }
  });

  it("belongs to the owner that it is given, not to the deployer, and can start paused", async () => {
    const { owner, stranger } = await loadFixture(deployTicket);
    const { ticket } = await deployWith({ owner: stranger, startPaused: true });

    expect(await ticket.owner()).to.equal(stranger.address);
    expect(await ticket.paused()).to.equal(true);
    await expectEvent(ticket.deploymentTransaction(), ticket, "PauseSet", true);
    await expectError(ticket.unpause(), ticket, "OwnableUnauthorizedAccount", owner.address);
  });

  const zero = ethers.ZeroAddress;
  for (const [what, terms, error, value] of [
    ["the zero address as owner", { owner: zero }, "OwnableInvalidOwner", zero],
    ["an invalid price", { ticketPrice: PRICE + 1n }, "InvalidTicketPrice", PRICE + 1n],
    ["a royalty above 1000 basis points", { royaltyBps: 1001n }, "InvalidRoyalty", 1001n],
    [
      "no royalty receiver",
      { royaltyReceiver: zero },
      "ERC2981InvalidDefaultRoyaltyReceiver",
      zero,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { ticket } = await loadFixture(deployTicket);

      await expectError(deployWith(terms), ticket, error, value);
    });
  }
});
