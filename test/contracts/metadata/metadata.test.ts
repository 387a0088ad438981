import { expect } from "chai";
import {
  deployTicket,
  ethers,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  networkHelpers,
  PRICE,
  sellAllBut,
} from "../fixture.ts";

describe("Ticket: tokenURI and contractURI", () => {
  it("are the renderer's answers", async () => {
    const { ticket, renderer, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });

    expect(await ticket.tokenURI(2n)).to.equal(await renderer.tokenURI(2n));
    expect(await ticket.contractURI()).to.equal(await renderer.contractURI());
  });

  it("tokenURI is the renderer's answer for numbers of one byte, of two and beyond", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, renderer } = sale;
    const numbers = [1n, 255n, 256n, 257n, 300n].filter((id) => id <= MAX_SUPPLY);
    await sellAllBut(sale, MAX_SUPPLY > 300n ? MAX_SUPPLY - 300n : 0n);

    for (const tokenId of numbers) {
      expect(await ticket.tokenURI(tokenId)).to.equal(await renderer.tokenURI(tokenId));
    }
  });

  for (const tokenId of [0n, 2n, MAX_SUPPLY + 1n, ethers.MaxUint256]) {
    it(`tokenURI refuses ${tokenId}, which does not exist`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

      await expect(ticket.tokenURI(tokenId)).to.be.revertedWithCustomError(
        ticket,
        "URIQueryForNonexistentToken",
      );
    });
  }
});

describe("Ticket: setRenderer", () => {
  it("replaces the pictures, and tells caches so", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const other = await ethers.deployContract("FixedRenderer");
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    const replacement = ticket.setRenderer(await other.getAddress());

    await expect(replacement)
      .to.emit(ticket, "RendererSet")
      .withArgs(await other.getAddress());
    await expect(replacement).to.emit(ticket, "BatchMetadataUpdate").withArgs(1n, MAX_SUPPLY);
    await expect(replacement).to.emit(ticket, "ContractURIUpdated").withArgs();
    expect(await ticket.renderer()).to.equal(await other.getAddress());
    expect(await ticket.tokenURI(1n)).to.equal("fixed:ticket");
    expect(await ticket.contractURI()).to.equal("fixed:contract");
  });

  it("says so for the renderer that is there already", async () => {
    const { ticket, renderer } = await loadFixture(deployTicket);
    const address = await renderer.getAddress();
    const replacement = ticket.setRenderer(address);

    await expect(replacement).to.emit(ticket, "RendererSet").withArgs(address);
    await expect(replacement).to.emit(ticket, "BatchMetadataUpdate").withArgs(1n, MAX_SUPPLY);
    await expect(replacement).to.emit(ticket, "ContractURIUpdated").withArgs();
  });

  it("a broken renderer hides the pictures but touches neither sale nor tickets", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    const broken = await ethers.deployContract("RevertingReceiver");
    await ticket.setRenderer(await broken.getAddress());
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 1n);

    expect(await ticket.ownerOf(1n)).to.equal(holder.address);
    await expect(ticket.tokenURI(1n)).to.be.revertedWithCustomError(broken, "NotWelcome");
  });
});

describe("Ticket: freezeMetadata", () => {
  it("fixes the renderer for ever, and says so", async () => {
    const { ticket, renderer } = await loadFixture(deployTicket);
    const other = await ethers.deployContract("FixedRenderer");

    await expect(ticket.freezeMetadata()).to.emit(ticket, "MetadataFrozen").withArgs();
    expect(await ticket.metadataFrozen()).to.equal(true);
    await expect(ticket.setRenderer(await other.getAddress())).to.be.revertedWithCustomError(
      ticket,
      "MetadataIsFrozen",
    );
    expect(await ticket.renderer()).to.equal(await renderer.getAddress());
  });

  it("refuses to be said twice", async () => {
    const { ticket } = await loadFixture(deployTicket);
    await ticket.freezeMetadata();

    await expect(ticket.freezeMetadata()).to.be.revertedWithCustomError(ticket, "MetadataIsFrozen");
  });

  it("refuses a renderer that is no contract, and fixes nothing", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);
    const other = await ethers.deployContract("FixedRenderer");
    await ticket.setRenderer(stranger.address);

    await expect(ticket.freezeMetadata())
      .to.be.revertedWithCustomError(ticket, "RendererNotContract")
      .withArgs(stranger.address);
    expect(await ticket.metadataFrozen()).to.equal(false);
    await ticket.setRenderer(await other.getAddress());
    await expect(ticket.freezeMetadata()).to.emit(ticket, "MetadataFrozen").withArgs();
  });

  it("refuses an account that delegates to a renderer (EIP-7702), since it can delegate to another", async () => {
    const { ticket, renderer, stranger } = await loadFixture(deployTicket);
    const delegation = ethers.concat(["0xef0100", await renderer.getAddress()]);
    await networkHelpers.setCode(stranger.address, delegation);
    await ticket.setRenderer(stranger.address);
    expect(await ticket.contractURI()).to.equal(await renderer.contractURI());

    await expect(ticket.freezeMetadata())
      .to.be.revertedWithCustomError(ticket, "RendererNotContract")
      .withArgs(stranger.address);
    expect(await ticket.metadataFrozen()).to.equal(false);
  });

  it("says that it is frozen before it looks at the renderer", async () => {
    const { ticket, renderer } = await loadFixture(deployTicket);
    await ticket.freezeMetadata();
    await networkHelpers.setCode(await renderer.getAddress(), "0x");

    await expect(ticket.freezeMetadata()).to.be.revertedWithCustomError(ticket, "MetadataIsFrozen");
  });

  it("leaves sales and withdrawal as they are", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    await ticket.freezeMetadata();

    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    await expect(ticket.withdraw(stranger.address)).to.changeEtherBalance(ethers, stranger, PRICE);
  });

  it("keeps a ticket's metadata the same through blocks, time, transfers and later sales", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await ticket.freezeMetadata();
    await ticket.connect(buyer).buyTicket(buyer.address, 3n, { value: PRICE * 3n });
    const before = await ticket.tokenURI(2n);

    await ethers.provider.send("evm_increaseTime", [31_536_000]);
    await ethers.provider.send("hardhat_mine", ["0x100"]);
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 2n);
    await ticket
      .connect(buyer)
      .buyTicket(buyer.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });
    expect(await ticket.tokenURI(2n)).to.equal(before);
  });
});
