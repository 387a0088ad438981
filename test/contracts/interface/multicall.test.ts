import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import { CODE, deployTicket, ethers, loadFixture, MAX_PER_PURCHASE, PRICE } from "../fixture.ts";

describe("Ticket: multicall", () => {
  it("reads all that the page shows in one call", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket
      .connect(buyer)
      .buyTicket(buyer.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });
    const { interface: abi } = ticket;

    const [supply, price, affiliatePrice, active, paused] = await ticket.multicall.staticCall([
      abi.encodeFunctionData("totalSupply"),
      abi.encodeFunctionData("getPriceForQuantity", [3n]),
      abi.encodeFunctionData("getAffiliatePriceForQuantity", [3n]),
      abi.encodeFunctionData("isAffiliateActive", [CODE]),
      abi.encodeFunctionData("paused"),
    ]);
    expect(abi.decodeFunctionResult("totalSupply", supply ?? "0x")).to.deep.equal([
      MAX_PER_PURCHASE,
    ]);
    expect(abi.decodeFunctionResult("getPriceForQuantity", price ?? "0x")).to.deep.equal([
      PRICE * 3n,
    ]);
    expect(
      abi.decodeFunctionResult("getAffiliatePriceForQuantity", affiliatePrice ?? "0x"),
    ).to.deep.equal([discounted(PRICE * 3n)]);
    expect(abi.decodeFunctionResult("isAffiliateActive", active ?? "0x")).to.deep.equal([true]);
    expect(abi.decodeFunctionResult("paused", paused ?? "0x")).to.deep.equal([false]);
  });

  it("refuses as the first call that refuses does", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const { interface: abi } = ticket;

    await expect(
      ticket.multicall.staticCall([
        abi.encodeFunctionData("totalSupply"),
        abi.encodeFunctionData("getPriceForQuantity", [MAX_PER_PURCHASE + 1n]),
      ]),
    )
      .to.be.revertedWithCustomError(ticket, "InvalidQuantity")
      .withArgs(MAX_PER_PURCHASE + 1n);
  });

  it("takes no wei, so that none is spent twice", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const buy = ticket.interface.encodeFunctionData("buyTicket", [buyer.address, 1n]);
    const data = ticket.interface.encodeFunctionData("multicall", [[buy, buy]]);

    await expect(
      buyer.sendTransaction({ to: await ticket.getAddress(), data, value: PRICE }),
    ).to.be.revertedWithoutReason(ethers);
    expect(await ticket.totalSupply()).to.equal(0n);
  });

  it("can't buy, with proceeds in the contract or without", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });
    const buy = ticket.interface.encodeFunctionData("buyTicket", [buyer.address, 1n]);

    await expect(ticket.connect(buyer).multicall([buy]))
      .to.be.revertedWithCustomError(ticket, "IncorrectPayment")
      .withArgs(0n, PRICE);
  });

  it("lets the owner do several things at once, and no other account", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);
    const { interface: abi } = ticket;
    const calls = [
      abi.encodeFunctionData("setTicketPrice", [PRICE * 2n]),
      abi.encodeFunctionData("pause"),
    ];

    await expect(ticket.connect(stranger).multicall(calls))
      .to.be.revertedWithCustomError(ticket, "OwnableUnauthorizedAccount")
      .withArgs(stranger.address);
    await ticket.multicall(calls);
    expect(await ticket.ticketPrice()).to.equal(PRICE * 2n);
    expect(await ticket.paused()).to.equal(true);
  });
});
