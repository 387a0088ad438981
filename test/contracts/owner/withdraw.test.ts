import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import { CODE, deployTicket, ethers, loadFixture, networkHelpers, PRICE } from "../fixture.ts";

describe("Ticket: withdraw", () => {
  it("sends all proceeds to the account that the owner names, and says so", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    await ticket
      .connect(buyer)
      .buyTicketWithAffiliate(buyer.address, 3n, CODE, { value: discounted(PRICE * 3n) });
    const proceeds = PRICE * 2n + discounted(PRICE * 3n);
    const withdrawal = ticket.withdraw(stranger.address);

    await expect(withdrawal).to.emit(ticket, "Withdrawn").withArgs(stranger.address, proceeds);
    await expect(withdrawal).to.changeEtherBalances(
      ethers,
      [ticket, stranger],
      [-proceeds, proceeds],
    );
    expect(await ethers.provider.getBalance(ticket)).to.equal(0n);
  });

  it("sends what came in since, and nothing when nothing did", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    await ticket.withdraw(stranger.address);
    await expect(ticket.withdraw(stranger.address))
      .to.emit(ticket, "Withdrawn")
      .withArgs(stranger.address, 0n);

    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    await expect(ticket.withdraw(stranger.address)).to.changeEtherBalance(
      ethers,
      stranger,
      PRICE * 2n,
    );
  });

  it("sends wei that was forced in along with the proceeds", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    await networkHelpers.setBalance(await ticket.getAddress(), PRICE + 7n);

    await expect(ticket.withdraw(stranger.address)).to.changeEtherBalance(
      ethers,
      stranger,
      PRICE + 7n,
    );
  });

  it("changes no counter of the sale", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    await ticket
      .connect(buyer)
      .buyTicketWithAffiliate(buyer.address, 3n, CODE, { value: discounted(PRICE * 3n) });
    await ticket.withdraw(stranger.address);

    expect(await ticket.totalSupply()).to.equal(3n);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 1n, 3n, discounted(PRICE * 3n)]);
  });

  it("refuses the zero address, and keeps the proceeds", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    await expect(ticket.withdraw(ethers.ZeroAddress))
      .to.be.revertedWithCustomError(ticket, "WithdrawFailed")
      .withArgs(ethers.ZeroAddress, PRICE);
    expect(await ethers.provider.getBalance(ticket)).to.equal(PRICE);
  });

  it("a payee that refuses does no harm: the proceeds stay, sales go on, another payee gets them", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("RejectingPayee");
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    await expect(ticket.withdraw(await payee.getAddress()))
      .to.be.revertedWithCustomError(ticket, "WithdrawFailed")
      .withArgs(await payee.getAddress(), PRICE);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    await expect(ticket.withdraw(stranger.address)).to.changeEtherBalance(
      ethers,
      stranger,
      PRICE * 2n,
    );
  });

  it("nor does a payee that burns all its gas", async () => {
    const { ticket, buyer, stranger } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("GasBurningReceiver");
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    await expect(ticket.withdraw(await payee.getAddress(), { gasLimit: 1_000_000n }))
      .to.be.revertedWithCustomError(ticket, "WithdrawFailed")
      .withArgs(await payee.getAddress(), PRICE);
    await ticket.withdraw(stranger.address);
    expect(await ethers.provider.getBalance(ticket)).to.equal(0n);
  });

  it("pays a contract that accepts, such as a Safe", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("ReentrantPayee");
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    await expect(ticket.withdraw(await payee.getAddress())).to.changeEtherBalance(
      ethers,
      payee,
      PRICE,
    );
  });

  it("says Withdrawn before the payee is called, so before all that the payee says", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("ReentrantPayee");
    const [from, to] = [await ticket.getAddress(), await payee.getAddress()];
    await payee.reenterWith(from, ticket.interface.encodeFunctionData("paused"), 0n);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    const receipt = await (await ticket.withdraw(to)).wait();
    const sources = (receipt?.logs ?? []).map(({ address }) => address);

    expect(sources.filter((address) => address === from || address === to)).to.deep.equal([
      from,
      to,
    ]);
  });

  it("a payee that is not the owner can't withdraw again from within", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("ReentrantPayee");
    const address = await payee.getAddress();
    const reentry = ticket.interface.encodeFunctionData("withdraw", [address]);
    await payee.reenterWith(await ticket.getAddress(), reentry, 0n);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    const withdrawal = ticket.withdraw(address);

    await expect(withdrawal)
      .to.emit(payee, "Reentered")
      .withArgs(false, ticket.interface.encodeErrorResult("OwnableUnauthorizedAccount", [address]));
    await expect(withdrawal).to.changeEtherBalance(ethers, payee, PRICE * 2n);
  });

  it("an owner that withdraws again from within gets the proceeds once", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("ReentrantPayee");
    const address = await payee.getAddress();
    const target = await ticket.getAddress();
    const call = (data: string) => payee.execute(target, data);
    await ticket.transferOwnership(address);
    await call(ticket.interface.encodeFunctionData("acceptOwnership"));
    const withdraw = ticket.interface.encodeFunctionData("withdraw", [address]);
    await payee.reenterWith(target, withdraw, 0n);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    const withdrawal = call(withdraw);

    await expect(withdrawal).to.emit(payee, "Reentered").withArgs(true, "0x");
    await expect(withdrawal)
      .to.emit(ticket, "Withdrawn")
      .withArgs(address, PRICE * 2n);
    await expect(withdrawal).to.emit(ticket, "Withdrawn").withArgs(address, 0n);
    await expect(withdrawal).to.changeEtherBalance(ethers, payee, PRICE * 2n);
    expect(await ticket.totalSupply()).to.equal(2n);
  });

  it("a payee that buys from within pays as anyone does", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const payee = await ethers.deployContract("ReentrantPayee");
    const address = await payee.getAddress();
    const reentry = ticket.interface.encodeFunctionData("buyTicket", [address, 1n]);
    await payee.reenterWith(await ticket.getAddress(), reentry, PRICE);
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    const withdrawal = ticket.withdraw(address);

    await expect(withdrawal).to.emit(payee, "Reentered").withArgs(true, "0x");
    await expect(withdrawal)
      .to.emit(ticket, "TicketsSold")
      .withArgs(address, address, ethers.ZeroHash, 3n, 1n, PRICE);
    await expect(withdrawal).to.changeEtherBalances(ethers, [payee, ticket], [PRICE, -PRICE]);
    expect(await ticket.balanceOf(address)).to.equal(1n);
    expect(await ethers.provider.getBalance(ticket)).to.equal(PRICE);
  });
});
