import { expect } from "chai";
import {
  buy,
  deployTicket,
  ethers,
  expectError,
  expectEvent,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
} from "../fixture.ts";

const BATCHES = [1n, 4n, MAX_PER_PURCHASE, 2n, 1n];
const SOLD = MAX_PER_PURCHASE + 8n;
const MIDDLE = 5n + MAX_PER_PURCHASE / 2n;
/** A single one, then the first, one from the middle and the last of a batch, and the last of all. */
const TICKETS = [1n, 2n, MIDDLE, 5n + MAX_PER_PURCHASE, SOLD];
const MISSING = [0n, SOLD + 1n, MAX_SUPPLY, MAX_SUPPLY + 1n, ethers.MaxUint256];
const NOT_APPROVED = "TransferCallerNotOwnerNorApproved";

async function sellBatches() {
  const sale = await deployTicket();
  for (const quantity of BATCHES) await buy(sale, quantity);
  return sale;
}

describe("Ticket as ERC-721: balanceOf and ownerOf", () => {
  it("balanceOf counts all batches, is zero without tickets, and refuses the zero address", async () => {
    const { ticket, buyer, holder } = await loadFixture(sellBatches);

    expect(await ticket.balanceOf(buyer)).to.equal(SOLD);
    expect(await ticket.balanceOf(holder)).to.equal(0n);
    const none = ticket.balanceOf(ethers.ZeroAddress);
    await expectError(none, ticket, "BalanceQueryForZeroAddress");
  });

  it("ownerOf and getApproved refuse a ticket that does not exist", async () => {
    const { ticket } = await loadFixture(sellBatches);

    for (const id of MISSING) {
      await expectError(ticket.ownerOf(id), ticket, "OwnerQueryForNonexistentToken");
      await expectError(ticket.getApproved(id), ticket, "ApprovalQueryForNonexistentToken");
    }
  });
});

for (const [way, signature, data] of [
  ["transferFrom", "transferFrom(address,address,uint256)", []],
  ["safeTransferFrom", "safeTransferFrom(address,address,uint256)", []],
  ["safeTransferFrom with data", "safeTransferFrom(address,address,uint256,bytes)", ["0xc0ffee"]],
] as const) {
  describe(`Ticket as ERC-721: ${way}`, () => {
    type Fixture = Awaited<ReturnType<typeof sellBatches>>;
    const send = (
      { ticket, ...accounts }: Fixture,
      sender: "buyer" | "stranger" | "owner",
      ...[from, to, tokenId]: readonly [string, string, bigint]
    ) => ticket.connect(accounts[sender]).getFunction(signature)(from, to, tokenId, ...data);

    it("moves the ticket, no other, and forgets its approval", async () => {
      for (const tokenId of TICKETS) {
        const fixture = await loadFixture(sellBatches);
        const { ticket, buyer, holder, stranger } = fixture;
        await ticket.connect(buyer).approve(stranger.address, tokenId);
        const moved = [buyer.address, holder.address, tokenId] as const;

        await expectEvent(send(fixture, "buyer", ...moved), ticket, "Transfer", ...moved);
        for (let other = 1n; other <= SOLD; other++) {
          const owner = other === tokenId ? holder : buyer;
          expect(await ticket.ownerOf(other)).to.equal(owner.address);
        }
        expect(await ticket.getApproved(tokenId)).to.equal(ethers.ZeroAddress);
        expect(await ticket.balanceOf(buyer)).to.equal(SOLD - 1n);
        expect(await ticket.balanceOf(holder)).to.equal(1n);
      }
    });

    it("refuses anyone else, a wrong holder, the zero address and a ticket that does not exist", async () => {
      const fixture = await loadFixture(sellBatches);
      const { ticket } = fixture;
      const [from, to] = [fixture.buyer.address, fixture.holder.address];

      for (const [sender, holder, receiver, error] of [
        ["stranger", from, to, NOT_APPROVED],
        ["owner", from, to, NOT_APPROVED],
        ["buyer", to, from, "TransferFromIncorrectOwner"],
        ["buyer", from, ethers.ZeroAddress, "TransferToZeroAddress"],
      ] as const) {
        await expectError(send(fixture, sender, holder, receiver, MIDDLE), ticket, error);
      }
      for (const tokenId of MISSING) {
        const sent = send(fixture, "buyer", from, to, tokenId);
        await expectError(sent, ticket, "OwnerQueryForNonexistentToken");
      }
    });
  });
}

const SAFE = "safeTransferFrom(address,address,uint256,bytes)";

describe("Ticket as ERC-721: safe transfers to contracts", () => {
  it("a receiver is told operator, previous holder, ticket and data", async () => {
    const { ticket, buyer, stranger } = await loadFixture(sellBatches);
    const receiver = await ethers.deployContract("RecordingReceiver");
    const parties = [buyer.address, await receiver.getAddress()] as const;
    await ticket.connect(buyer).setApprovalForAll(stranger.address, true);

    for (const [operator, tokenId, data] of [
      [stranger, MIDDLE, "0xc0ffee"],
      [buyer, MIDDLE + 1n, "0x"],
    ] as const) {
      const sent = ticket.connect(operator)[SAFE](...parties, tokenId, data);
      const told = [operator.address, buyer.address, tokenId, data];
      await expectEvent(sent, receiver, "Received", ...told);
    }
    expect(await ticket.balanceOf(receiver)).to.equal(2n);
  });
});

describe("Ticket as ERC-721: approvals", () => {
  it("are for one ticket or for all, say so, and can be taken back", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(sellBatches);
    const [from, operator] = [buyer.address, stranger.address];
    for (const to of [holder.address, ethers.ZeroAddress]) {
      const sent = ticket.connect(buyer).approve(to, MIDDLE);
      await expectEvent(sent, ticket, "Approval", from, to, MIDDLE);
      expect(await ticket.getApproved(MIDDLE)).to.equal(to);
      expect(await ticket.getApproved(MIDDLE + 1n)).to.equal(ethers.ZeroAddress);
    }
    for (const approved of [true, false]) {
      const sent = ticket.connect(buyer).setApprovalForAll(operator, approved);
      await expectEvent(sent, ticket, "ApprovalForAll", from, operator, approved);
      expect(await ticket.isApprovedForAll(from, operator)).to.equal(approved);
    }
  });
});
