import { expect } from "chai";
import type { Interface } from "ethers";
import { buy, CODE, deployTicket, loadFixture, MAX_PER_PURCHASE, priceOf } from "../fixture.ts";

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
});
