import { expect } from "chai";
import {
  buy,
  CODE,
  deployTicket,
  ethers,
  expectError,
  expectEvent,
  loadFixture,
  networkHelpers,
  PRICE,
  priceOf,
} from "../fixture.ts";

/** Three tickets were sold, one of them with a code. */
async function deployAndSell() {
  const sale = await deployTicket();
  await buy(sale, 2n);
  await buy(sale, 1n, { code: CODE });
  return { ...sale, proceeds: priceOf(2n) + priceOf(1n, CODE) };
}

async function deployWithReentrantPayee() {
  const sale = await deployAndSell();
  const payee = await ethers.deployContract("ReentrantPayee");
  const [address, target] = [await payee.getAddress(), await sale.ticket.getAddress()];
  return { ...sale, payee, address, target, abi: sale.ticket.interface };
}

describe("Ticket: withdraw", () => {
  it("sends all proceeds to the account that the owner names, says so, and changes no counter", async () => {
    const { ticket, stranger, proceeds } = await loadFixture(deployAndSell);
    const sent = ticket.withdraw(stranger.address);

    await expectEvent(sent, ticket, "Withdrawn", stranger.address, proceeds);
    await expect(sent).to.changeEtherBalances(ethers, [ticket, stranger], [-proceeds, proceeds]);
    expect(await ticket.totalSupply()).to.equal(3n);
    expect(await ticket.affiliateSales(CODE)).to.deep.equal([true, 1n, 1n, priceOf(1n, CODE)]);
  });

  it("sends what came in since, and nothing when nothing did", async () => {
    const sale = await loadFixture(deployAndSell);
    const { ticket, stranger } = sale;
    await ticket.withdraw(stranger.address);
    const again = ticket.withdraw(stranger.address);
    await expectEvent(again, ticket, "Withdrawn", stranger.address, 0n);

    await buy(sale, 2n);
    const sent = ticket.withdraw(stranger.address);
    await expect(sent).to.changeEtherBalance(ethers, stranger, PRICE * 2n);
  });

  it("sends wei that was forced in, or sent along with a transfer, with the proceeds", async () => {
    const { ticket, buyer, holder, stranger, proceeds } = await loadFixture(deployAndSell);
    await networkHelpers.setBalance(await ticket.getAddress(), proceeds + 7n);
    await ticket.connect(buyer).transferFrom(buyer.address, holder.address, 1n, { value: 5n });

    const sent = ticket.withdraw(stranger.address);
    await expect(sent).to.changeEtherBalance(ethers, stranger, proceeds + 12n);
    expect(await ticket.totalSupply()).to.equal(3n);
  });

  for (const [who, mock] of [
    ["the zero address", null],
    ["a payee that refuses", "RejectingPayee"],
    ["a payee that burns all its gas", "GasBurningReceiver"],
  ] as const) {
    it(`to ${who} does no harm: the proceeds stay, sales go on, another payee gets them`, async () => {
      const sale = await loadFixture(deployAndSell);
      const { ticket, stranger, proceeds } = sale;
      const payee = mock === null ? null : await ethers.deployContract(mock);
      const to = (await payee?.getAddress()) ?? ethers.ZeroAddress;

      const refused = ticket.withdraw(to, { gasLimit: 1_000_000n });
      await expectError(refused, ticket, "WithdrawFailed", to, proceeds);
      await buy(sale, 1n);
      const sent = ticket.withdraw(stranger.address);
      await expect(sent).to.changeEtherBalance(ethers, stranger, proceeds + PRICE);
    });
  }

  it("says Withdrawn before the payee is called, so before all that the payee says", async () => {
    const { ticket, payee, address, target, abi } = await loadFixture(deployWithReentrantPayee);
    await payee.reenterWith(target, abi.encodeFunctionData("paused"), 0n);
    const receipt = await (await ticket.withdraw(address)).wait();
    const sources = (receipt?.logs ?? []).map((log) => log.address);

    const own = sources.filter((source) => source === target || source === address);
    expect(own).to.deep.equal([target, address]);
  });

  it("a payee that buys from within pays as anyone does", async () => {
    const fixture = await loadFixture(deployWithReentrantPayee);
    const { ticket, payee, address, target, abi, proceeds } = fixture;
    await payee.reenterWith(target, abi.encodeFunctionData("buyTicket", [address, 1n]), PRICE);
    const sent = ticket.withdraw(address);

    const sold = [address, address, ethers.ZeroHash, 4n, 1n, PRICE];
    await expectEvent(sent, payee, "Reentered", true, "0x");
    await expectEvent(sent, ticket, "TicketsSold", ...sold);
    await expect(sent).to.changeEtherBalances(
      ethers,
      [payee, ticket],
      [proceeds - PRICE, PRICE - proceeds],
    );
    expect(await ticket.balanceOf(address)).to.equal(1n);
  });
});
