import { expect } from "chai";
import type { Interface } from "ethers";
import {
  buy,
  CODE,
  deployTicket,
  ethers,
  expectError,
  loadFixture,
  MAX_PER_PURCHASE,
  PRICE,
  priceOf,
} from "../fixture.ts";

describe("Ticket: multicall", () => {
  it("reads all that the page shows in one call", async () => {
    const sale = await loadFixture(deployTicket);
    await buy(sale, MAX_PER_PURCHASE);
    const abi: Interface = sale.ticket.interface;
    const views = [
      ["totalSupply", [], MAX_PER_PURCHASE],
      ["getPriceForQuantity", [3n], priceOf(3n)],
      ["getAffiliatePriceForQuantity", [3n], priceOf(3n, CODE)],
      ["isAffiliateActive", [CODE], true],
      ["paused", [], false],
    ] as const;
    const calls = views.map(([name, args]) => abi.encodeFunctionData(name, args));
    const answers = await sale.ticket.multicall.staticCall(calls);

    for (const [index, [name, , value]] of views.entries()) {
      const answer = abi.decodeFunctionResult(name, answers[index] ?? "0x");
      expect(answer).to.deep.equal([value]);
    }
  });

  it("refuses as the first call that refuses does", async () => {
    const { ticket } = await loadFixture(deployTicket);
    const tooMany = MAX_PER_PURCHASE + 1n;
    const sent = ticket.multicall.staticCall([
      ticket.interface.encodeFunctionData("totalSupply"),
      ticket.interface.encodeFunctionData("getPriceForQuantity", [tooMany]),
    ]);

    await expectError(sent, ticket, "InvalidQuantity", tooMany);
  });

  it("takes no wei, and can't buy, with proceeds in the contract", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, buyer } = sale;
    await buy(sale, 1n);
    const purchase = ticket.interface.encodeFunctionData("buyTicket", [buyer.address, 1n]);
    const data = ticket.interface.encodeFunctionData("multicall", [[purchase, purchase]]);

    const to = await ticket.getAddress();
    const paid = buyer.sendTransaction({ to, data, value: PRICE });
    await expect(paid).to.be.revertedWithoutReason(ethers);
    const sent = ticket.connect(buyer).multicall([purchase]);
    await expectError(sent, ticket, "IncorrectPayment", 0n, PRICE);
  });

  it("lets the owner do several things at once, and no other account", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);
    const calls = [
      ticket.interface.encodeFunctionData("setTicketPrice", [PRICE * 2n]),
      ticket.interface.encodeFunctionData("pause"),
    ];

    const refused = ticket.connect(stranger).multicall(calls);
    await expectError(refused, ticket, "OwnableUnauthorizedAccount", stranger.address);
    await ticket.multicall(calls);
    expect(await ticket.ticketPrice()).to.equal(PRICE * 2n);
    expect(await ticket.paused()).to.equal(true);
  });
});
