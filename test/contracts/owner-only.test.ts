import { expect } from "chai";
import { type FunctionFragment, Interface } from "ethers";
import { Ticket__factory } from "../../typechain-types/index.js";
import { CODE, deployTicket, ethers, loadFixture, PRICE } from "./fixture.ts";

/** Functions that write and are open to others. All others must be the owner's alone, a new one included. */
const FOR_ANYONE: readonly string[] = [
  "buyTicket(address,uint256)",
  "buyTicketWithAffiliate(address,uint256,string)",
  "initializeOwnershipAt(uint256)",
  "multicall(bytes[])",
  // For the holder of a ticket and accounts that the holder approved.
  "approve(address,uint256)",
  "setApprovalForAll(address,bool)",
  "transferFrom(address,address,uint256)",
  "safeTransferFrom(address,address,uint256)",
  "safeTransferFrom(address,address,uint256,bytes)",
  // For the pending owner.
  "acceptOwnership()",
];

const abi = new Interface(Ticket__factory.abi);
const ownerFunctions: FunctionFragment[] = [];
abi.forEachFunction((fragment) => {
  // `renounceOwnership` is a view, because it only reverts, and still refuses others as the owner's functions do.
  const writes = !fragment.constant || fragment.name === "renounceOwnership";
  if (writes && !FOR_ANYONE.includes(fragment.format("sighash"))) ownerFunctions.push(fragment);
});

function validArgument(type: string, address: string): string | bigint | boolean | string[] {
  switch (type) {
    case "address":
      return address;
    case "bool":
      return true;
    case "string[]":
      return [CODE];
    case "uint96":
      return 100n;
    case "uint256":
      return PRICE;
    default:
      throw new Error(`Say what a valid ${type} is`);
  }
}

describe("Ticket: what only the owner may do", () => {
  it("is this and nothing else", () => {
    expect(ownerFunctions.map((fragment) => fragment.format("sighash")).sort()).to.deep.equal([
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
      const args = fragment.inputs.map(({ type }) => validArgument(type, stranger.address));
      const data = abi.encodeFunctionData(fragment, args);
      const to = await ticket.getAddress();

      for (const other of [stranger, royaltyReceiver]) {
        await expect(other.sendTransaction({ to, data }))
          .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
          .withArgs(other.address);
      }
    });

    it(`${signature} takes no wei`, async () => {
      const { ticket, owner } = await loadFixture(deployTicket);
      const args = fragment.inputs.map(({ type }) => validArgument(type, owner.address));
      const data = abi.encodeFunctionData(fragment, args);

      await expect(
        owner.sendTransaction({ to: await ticket.getAddress(), data, value: 1n }),
      ).to.be.revertedWithoutReason(ethers);
    });

    if (fragment.name === "renounceOwnership") continue;
    it(`${signature} is open to the owner with the same arguments`, async () => {
      const { ticket, owner, stranger } = await loadFixture(deployTicket);
      const args = fragment.inputs.map(({ type }) => validArgument(type, stranger.address));
      const data = abi.encodeFunctionData(fragment, args);

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
