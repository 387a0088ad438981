import { expect } from "chai";
import type { ContractTransactionResponse } from "ethers";
import {
  deployTicket,
  ethers,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  PRICE,
} from "../fixture.ts";

const BATCHES = [1n, 4n, MAX_PER_PURCHASE, 2n, 1n];
const SOLD = MAX_PER_PURCHASE + 8n;
const MIDDLE = 5n + MAX_PER_PURCHASE / 2n;
const TICKETS = [
  ["a single one", 1n],
  ["the first of a batch", 2n],
  ["from the middle of a batch", MIDDLE],
  ["the last of a batch", 5n + MAX_PER_PURCHASE],
  ["the last of all", SOLD],
] as const;
const MISSING = [0n, SOLD + 1n, MAX_SUPPLY, MAX_SUPPLY + 1n, ethers.MaxUint256];

async function sellBatches() {
  const fixture = await deployTicket();
  const { ticket, buyer } = fixture;
  for (const quantity of BATCHES) {
    await ticket.connect(buyer).buyTicket(buyer.address, quantity, { value: PRICE * quantity });
  }
  return fixture;
}

describe("Ticket as ERC-721: balanceOf and ownerOf", () => {
  it("balanceOf counts all batches, and is zero for an account without tickets", async () => {
    const { ticket, buyer, holder } = await loadFixture(sellBatches);

    expect(await ticket.balanceOf(buyer)).to.equal(SOLD);
    expect(await ticket.balanceOf(holder)).to.equal(0n);
  });

  it("balanceOf refuses the zero address", async () => {
    const { ticket } = await loadFixture(sellBatches);

    await expect(ticket.balanceOf(ethers.ZeroAddress)).to.be.revertedWithCustomError(
      ticket,
      "BalanceQueryForZeroAddress",
    );
  });

  for (const tokenId of MISSING) {
    it(`ownerOf and getApproved refuse ${tokenId}, which does not exist`, async () => {
      const { ticket } = await loadFixture(sellBatches);

      await expect(ticket.ownerOf(tokenId)).to.be.revertedWithCustomError(
        ticket,
        "OwnerQueryForNonexistentToken",
      );
      await expect(ticket.getApproved(tokenId)).to.be.revertedWithCustomError(
        ticket,
        "ApprovalQueryForNonexistentToken",
      );
    });
  }

  it("ids run from 1 without a gap, one Transfer each", async () => {
    const { ticket, buyer } = await loadFixture(sellBatches);
    const transfers = await ticket.queryFilter(ticket.filters.Transfer(ethers.ZeroAddress));

    expect(transfers.map(({ args }) => args.tokenId)).to.deep.equal(
      Array.from({ length: Number(SOLD) }, (_, index) => BigInt(index + 1)),
    );
    for (const { args } of transfers) expect(args.to).to.equal(buyer.address);
  });
});

type Send = (
  fixture: Awaited<ReturnType<typeof sellBatches>>,
  sender: "buyer" | "stranger" | "owner",
  from: string,
  to: string,
  tokenId: bigint,
) => Promise<ContractTransactionResponse>;

const WAYS: readonly (readonly [string, Send])[] = [
  [
    "transferFrom",
    (fixture, sender, from, to, tokenId) =>
      fixture.ticket.connect(fixture[sender]).transferFrom(from, to, tokenId),
  ],
  [
    "safeTransferFrom",
    (fixture, sender, from, to, tokenId) =>
      fixture.ticket
        .connect(fixture[sender])
        ["safeTransferFrom(address,address,uint256)"](from, to, tokenId),
  ],
  [
    "safeTransferFrom with data",
    (fixture, sender, from, to, tokenId) =>
      fixture.ticket
        .connect(fixture[sender])
        ["safeTransferFrom(address,address,uint256,bytes)"](from, to, tokenId, "0xc0ffee"),
  ],
];

for (const [way, send] of WAYS) {
  describe(`Ticket as ERC-721: ${way}`, () => {
    for (const [which, tokenId] of TICKETS) {
      it(`moves ${which}, alone, and forgets its approval`, async () => {
        const fixture = await loadFixture(sellBatches);
        const { ticket, buyer, holder, stranger } = fixture;
        await ticket.connect(buyer).approve(stranger.address, tokenId);

        await expect(send(fixture, "buyer", buyer.address, holder.address, tokenId))
          .to.emit(ticket, "Transfer")
          .withArgs(buyer.address, holder.address, tokenId);
        for (let other = 1n; other <= SOLD; other++) {
          expect(await ticket.ownerOf(other)).to.equal(
            other === tokenId ? holder.address : buyer.address,
          );
        }
        expect(await ticket.getApproved(tokenId)).to.equal(ethers.ZeroAddress);
        expect(await ticket.balanceOf(buyer)).to.equal(SOLD - 1n);
        expect(await ticket.balanceOf(holder)).to.equal(1n);
      });
    }

    it("is open to the account that the holder approved for one ticket, for that ticket only", async () => {
      const fixture = await loadFixture(sellBatches);
      const { ticket, buyer, holder, stranger } = fixture;
      await ticket.connect(buyer).approve(stranger.address, MIDDLE);

      await expect(
        send(fixture, "stranger", buyer.address, holder.address, MIDDLE + 1n),
      ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
      await send(fixture, "stranger", buyer.address, holder.address, MIDDLE);
      expect(await ticket.ownerOf(MIDDLE)).to.equal(holder.address);
    });

    it("is open to an operator, until that is taken back", async () => {
      const fixture = await loadFixture(sellBatches);
      const { ticket, buyer, holder, stranger } = fixture;
      await ticket.connect(buyer).setApprovalForAll(stranger.address, true);
      await send(fixture, "stranger", buyer.address, holder.address, MIDDLE);
      await ticket.connect(buyer).setApprovalForAll(stranger.address, false);

      await expect(
        send(fixture, "stranger", buyer.address, holder.address, MIDDLE + 1n),
      ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
    });

    it("refuses anyone else, the sale's owner too", async () => {
      const fixture = await loadFixture(sellBatches);
      const { ticket, buyer, holder } = fixture;

      for (const sender of ["stranger", "owner"] as const) {
        await expect(
          send(fixture, sender, buyer.address, holder.address, MIDDLE),
        ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
      }
    });

    it("refuses a wrong holder, the zero address and a ticket that does not exist", async () => {
      const fixture = await loadFixture(sellBatches);
      const { ticket, buyer, holder } = fixture;

      await expect(
        send(fixture, "buyer", holder.address, buyer.address, MIDDLE),
      ).to.be.revertedWithCustomError(ticket, "TransferFromIncorrectOwner");
      await expect(
        send(fixture, "buyer", buyer.address, ethers.ZeroAddress, MIDDLE),
      ).to.be.revertedWithCustomError(ticket, "TransferToZeroAddress");
      for (const tokenId of MISSING) {
        await expect(
          send(fixture, "buyer", buyer.address, holder.address, tokenId),
        ).to.be.revertedWithCustomError(ticket, "OwnerQueryForNonexistentToken");
      }
    });

    it("to oneself changes nothing but the approval", async () => {
      const fixture = await loadFixture(sellBatches);
      const { ticket, buyer } = fixture;
      await send(fixture, "buyer", buyer.address, buyer.address, MIDDLE);

      expect(await ticket.ownerOf(MIDDLE)).to.equal(buyer.address);
      expect(await ticket.balanceOf(buyer)).to.equal(SOLD);
    });
  });
}

describe("Ticket as ERC-721: safe transfers to contracts", () => {
  for (const [name, error] of [
    ["FixedRenderer", "TransferToNonERC721ReceiverImplementer"],
    ["RevertingReceiver", "NotWelcome"],
    ["GasBurningReceiver", "TransferToNonERC721ReceiverImplementer"],
  ] as const) {
    it(`${name} refuses, and nothing moved`, async () => {
      const { ticket, buyer } = await loadFixture(sellBatches);
      const receiver = await ethers.deployContract(name);
      const to = await receiver.getAddress();
      for (const data of ["0x", "0xc0ffee"]) {
        await expect(
          ticket
            .connect(buyer)
            ["safeTransferFrom(address,address,uint256,bytes)"](buyer.address, to, MIDDLE, data, {
              gasLimit: 1_000_000n,
            }),
        ).to.be.revertedWithCustomError(name === "RevertingReceiver" ? receiver : ticket, error);
      }

      expect(await ticket.ownerOf(MIDDLE)).to.equal(buyer.address);
      expect(await ticket.balanceOf(buyer)).to.equal(SOLD);
    });
  }

  it("a receiver is told operator, previous holder, ticket and data", async () => {
    const { ticket, buyer, stranger } = await loadFixture(sellBatches);
    const receiver = await ethers.deployContract("RecordingReceiver");
    const to = await receiver.getAddress();
    await ticket.connect(buyer).setApprovalForAll(stranger.address, true);

    await expect(
      ticket
        .connect(stranger)
        ["safeTransferFrom(address,address,uint256,bytes)"](buyer.address, to, MIDDLE, "0xc0ffee"),
    )
      .to.emit(receiver, "Received")
      .withArgs(stranger.address, buyer.address, MIDDLE, "0xc0ffee");
    await expect(
      ticket
        .connect(buyer)
        ["safeTransferFrom(address,address,uint256)"](buyer.address, to, MIDDLE + 1n),
    )
      .to.emit(receiver, "Received")
      .withArgs(buyer.address, buyer.address, MIDDLE + 1n, "0x");
    expect(await ticket.balanceOf(to)).to.equal(2n);
  });
});

describe("Ticket as ERC-721: approvals", () => {
  for (const [which, tokenId] of TICKETS) {
    it(`${which} is approved alone, and the approval can be taken back`, async () => {
      const { ticket, buyer, stranger } = await loadFixture(sellBatches);

      await expect(ticket.connect(buyer).approve(stranger.address, tokenId))
        .to.emit(ticket, "Approval")
        .withArgs(buyer.address, stranger.address, tokenId);
      for (const [, other] of TICKETS) {
        expect(await ticket.getApproved(other)).to.equal(
          other === tokenId ? stranger.address : ethers.ZeroAddress,
        );
      }
      await ticket.connect(buyer).approve(ethers.ZeroAddress, tokenId);
      expect(await ticket.getApproved(tokenId)).to.equal(ethers.ZeroAddress);
    });
  }

  it("an operator may approve for the holder; an account approved for one ticket may not", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(sellBatches);
    await ticket.connect(buyer).approve(stranger.address, MIDDLE);
    await expect(
      ticket.connect(stranger).approve(holder.address, MIDDLE),
    ).to.be.revertedWithCustomError(ticket, "ApprovalCallerNotOwnerNorApproved");

    await ticket.connect(buyer).setApprovalForAll(stranger.address, true);
    await ticket.connect(stranger).approve(holder.address, MIDDLE);
    expect(await ticket.getApproved(MIDDLE)).to.equal(holder.address);
  });

  it("an approval does not follow the ticket to its next holder", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(sellBatches);
    await ticket.connect(buyer).approve(stranger.address, MIDDLE);
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, MIDDLE);

    await expect(
      ticket.connect(stranger).transferFrom(holder.address, stranger.address, MIDDLE),
    ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
  });

  it("approvals for all say so, each way", async () => {
    const { ticket, buyer, stranger } = await loadFixture(sellBatches);
    for (const approved of [true, false]) {
      await expect(ticket.connect(buyer).setApprovalForAll(stranger.address, approved))
        .to.emit(ticket, "ApprovalForAll")
        .withArgs(buyer.address, stranger.address, approved);
      expect(await ticket.isApprovedForAll(buyer.address, stranger.address)).to.equal(approved);
    }
  });
});
