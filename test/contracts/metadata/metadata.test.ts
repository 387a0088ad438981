import { expect } from "chai";
import {
  buy,
  deployTicket,
  ethers,
  expectError,
  expectEvent,
  loadFixture,
  MAX_SUPPLY,
  networkHelpers,
  sellAllBut,
} from "../fixture.ts";

/** Drawing takes long, so these tests read the renderer that draws nothing. */
async function deployWithFolder() {
  const sale = await deployTicket();
  const folder = await ethers.deployContract("FolderRenderer", ["https://tickets.example/"]);
  await sale.ticket.setRenderer(await folder.getAddress());
  return { ...sale, folder };
}

describe("Ticket: tokenURI and contractURI", () => {
  it("tokenURI is the renderer's answer for numbers of one byte, of two and beyond", async () => {
    const sale = await loadFixture(deployWithFolder);
    await sellAllBut(sale, MAX_SUPPLY > 300n ? MAX_SUPPLY - 300n : 0n);

    for (const tokenId of [1n, 2n, 255n, 256n, 257n, 300n].filter((id) => id <= MAX_SUPPLY)) {
      const uri = `https://tickets.example/${tokenId}.json`;
      expect(await sale.ticket.tokenURI(tokenId)).to.equal(uri);
    }
  });

  it("tokenURI refuses a number that does not exist", async () => {
    const sale = await loadFixture(deployWithFolder);
    await buy(sale, 1n);

    for (const tokenId of [0n, 2n, MAX_SUPPLY + 1n, ethers.MaxUint256]) {
      const read = sale.ticket.tokenURI(tokenId);
      await expectError(read, sale.ticket, "URIQueryForNonexistentToken");
    }
  });
});

describe("Ticket: setRenderer", () => {
  it("a broken renderer hides the pictures but touches neither sale nor tickets", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer, holder } = sale;
    const broken = await ethers.deployContract("RevertingReceiver");
    await ticket.setRenderer(await broken.getAddress());
    await buy(sale, 1n);
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 1n);

    expect(await ticket.ownerOf(1n)).to.equal(holder.address);
    await expectError(ticket.tokenURI(1n), broken, "NotWelcome");
  });
});

describe("Ticket: freezeMetadata", () => {
  it("fixes the renderer for ever, says so, and refuses to be said twice, whatever the renderer is", async () => {
    const { ticket, folder, stranger } = await loadFixture(deployWithFolder);
    const address = await folder.getAddress();

    await expectEvent(ticket.freezeMetadata(), ticket, "MetadataFrozen");
    expect(await ticket.metadataFrozen()).to.equal(true);
    await expectError(ticket.setRenderer(stranger.address), ticket, "MetadataIsFrozen");
    expect(await ticket.renderer()).to.equal(address);
    await expectError(ticket.freezeMetadata(), ticket, "MetadataIsFrozen");
    await networkHelpers.setCode(address, "0x");
    await expectError(ticket.freezeMetadata(), ticket, "MetadataIsFrozen");
  });

  it("refuses a renderer that is no contract, and fixes nothing", async () => {
    const { ticket, folder, stranger } = await loadFixture(deployWithFolder);
    await ticket.setRenderer(stranger.address);

    await expectError(ticket.freezeMetadata(), ticket, "RendererNotContract", stranger.address);
    expect(await ticket.metadataFrozen()).to.equal(false);
    await ticket.setRenderer(await folder.getAddress());
    await expectEvent(ticket.freezeMetadata(), ticket, "MetadataFrozen");
  });

  it("refuses an account that delegates to a renderer (EIP-7702), since it can delegate to another", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);
    const fixed = await ethers.deployContract("FixedRenderer");
    const delegation = ethers.concat(["0xef0100", await fixed.getAddress()]);
    await networkHelpers.setCode(stranger.address, delegation);
    await ticket.setRenderer(stranger.address);
    expect(await ticket.contractURI()).to.equal("fixed:contract");

    await expectError(ticket.freezeMetadata(), ticket, "RendererNotContract", stranger.address);
    expect(await ticket.metadataFrozen()).to.equal(false);
  });
});
