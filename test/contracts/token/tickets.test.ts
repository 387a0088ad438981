import { expect } from "chai";
import {
  deployTicket,
  ethers,
  loadFixture,
  MAX_PER_PURCHASE,
  MAX_SUPPLY,
  PRICE,
} from "../fixture.ts";

const MIDDLE = MAX_PER_PURCHASE / 2n;

describe("Ticket: tickets of a batch", () => {
  it("one from the middle can be transferred alone", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    await ticket
      .connect(buyer)
      .buyTicket(buyer.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });

    await expect(ticket.connect(buyer).transferFrom(buyer.address, holder.address, MIDDLE))
      .to.emit(ticket, "Transfer")
      .withArgs(buyer.address, holder.address, MIDDLE);
    for (let tokenId = 1n; tokenId <= MAX_PER_PURCHASE; tokenId++) {
      expect(await ticket.ownerOf(tokenId)).to.equal(
        tokenId === MIDDLE ? holder.address : buyer.address,
      );
    }
    expect(await ticket.balanceOf(buyer)).to.equal(MAX_PER_PURCHASE - 1n);
    expect(await ticket.balanceOf(holder)).to.equal(1n);
  });

  it("the last one can be transferred without touching the next buyer's", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(deployTicket);
    await ticket
      .connect(buyer)
      .buyTicket(buyer.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });
    await ticket.connect(stranger).buyTicket(stranger.address, 2n, { value: PRICE * 2n });

    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, MAX_PER_PURCHASE);
    expect(await ticket.ownerOf(MAX_PER_PURCHASE - 1n)).to.equal(buyer.address);
    expect(await ticket.ownerOf(MAX_PER_PURCHASE)).to.equal(holder.address);
    expect(await ticket.ownerOf(MAX_PER_PURCHASE + 1n)).to.equal(stranger.address);
  });

  it("only their holder and accounts that the holder approved can transfer them", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 3n, { value: PRICE * 3n });

    await expect(
      ticket.connect(stranger).transferFrom(buyer.address, stranger.address, 2n),
    ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
    await ticket.connect(buyer).approve(stranger.address, 2n);
    expect(await ticket.getApproved(2n)).to.equal(stranger.address);
    await ticket.connect(stranger).transferFrom(buyer.address, holder.address, 2n);
    expect(await ticket.getApproved(2n)).to.equal(ethers.ZeroAddress);
    await expect(
      ticket.connect(stranger).transferFrom(buyer.address, holder.address, 3n),
    ).to.be.revertedWithCustomError(ticket, "TransferCallerNotOwnerNorApproved");
    await ticket.connect(buyer).setApprovalForAll(stranger.address, true);
    expect(await ticket.isApprovedForAll(buyer.address, stranger.address)).to.equal(true);
    await ticket.connect(stranger).transferFrom(buyer.address, holder.address, 3n);
    expect(await ticket.balanceOf(holder)).to.equal(2n);
  });

  it("every ticket has the right holder after many transfers, and balances add up to the supply", async () => {
    const { ticket, owner, buyer, holder, stranger } = await loadFixture(deployTicket);
    const people = [owner, buyer, holder, stranger];
    const holders: typeof people = [];
    const most = Number(MAX_PER_PURCHASE);
    for (const [index, quantity] of [1, most, 2, Math.ceil(most / 3), most, 4].entries()) {
      const person = people[index % people.length] ?? owner;
      await ticket.buyTicket(person.address, quantity, { value: PRICE * BigInt(quantity) });
      for (let bought = 0; bought < quantity; bought++) holders.push(person);
    }

    // A linear congruential generator. `next` uses its high bits, because the low bits repeat.
    let state = 20_261_121;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let transfer = 0; transfer < 80; transfer++) {
      const index = next(holders.length);
      const from = holders[index] ?? owner;
      const to = people[next(people.length)] ?? owner;
      await ticket.connect(from).transferFrom(from.address, to.address, index + 1);
      holders[index] = to;
    }

    for (const [index, person] of holders.entries()) {
      expect(await ticket.ownerOf(index + 1)).to.equal(person.address);
    }
    for (const person of people) {
      expect(await ticket.balanceOf(person)).to.equal(
        BigInt(holders.filter((current) => current === person).length),
      );
    }
    expect(await ticket.totalSupply()).to.equal(BigInt(holders.length));
  });
});

describe("Ticket: initializeOwnershipAt", () => {
  it("makes a transfer out of a batch cheaper, for anyone who asks, and changes no holder", async () => {
    const { ticket, buyer, holder, stranger } = await loadFixture(deployTicket);
    await ticket
      .connect(buyer)
      .buyTicket(buyer.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });
    const transfer = ticket.connect(buyer).transferFrom;
    const before = await transfer.estimateGas(buyer.address, holder.address, MIDDLE);

    await ticket.connect(stranger).initializeOwnershipAt(MIDDLE);
    await ticket.connect(stranger).initializeOwnershipAt(MIDDLE + 1n);
    const after = await transfer.estimateGas(buyer.address, holder.address, MIDDLE);
    // The transfer no longer reads each earlier ticket, at 2,100 gas each.
    expect(before - after > (MIDDLE - 1n) * 2_100n).to.equal(true);
    for (const tokenId of [1n, MIDDLE - 1n, MIDDLE, MIDDLE + 1n, MAX_PER_PURCHASE]) {
      expect(await ticket.ownerOf(tokenId)).to.equal(buyer.address);
    }
    expect(await ticket.balanceOf(buyer)).to.equal(MAX_PER_PURCHASE);
  });

  it("may be said twice, and of the first ticket of a batch", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

    await ticket.initializeOwnershipAt(1n);
    await ticket.initializeOwnershipAt(3n);
    await ticket.initializeOwnershipAt(3n);
    expect(await ticket.ownerOf(3n)).to.equal(buyer.address);
  });

  for (const tokenId of [0n, 5n, MAX_SUPPLY + 1n]) {
    it(`refuses ${tokenId}, which does not exist`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      await ticket.connect(buyer).buyTicket(buyer.address, 4n, { value: PRICE * 4n });

      await expect(ticket.initializeOwnershipAt(tokenId)).to.be.revertedWithCustomError(
        ticket,
        "OwnerQueryForNonexistentToken",
      );
    });
  }
});
