import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import {
  BUDGET,
  CODE,
  deployTicket,
  ethers,
  expectEvent,
  loadFixture,
  MAX_PER_PURCHASE,
  PRICE,
  priceOf,
} from "../fixture.ts";

/** `_mint` calls no receiver, so none can refuse, re-enter or raise a purchase's cost. */
describe("Ticket: receivers", () => {
  for (const [name, contract] of [
    ["a contract without ERC-721's hook", "FixedRenderer"],
    ["a contract that reverts on any call", "RevertingReceiver"],
    ["a contract that burns all gas on any call", "GasBurningReceiver"],
    ["a contract that would buy again from the hook", "ReentrantReceiver"],
  ] as const) {
    it(`${name} gets ${MAX_PER_PURCHASE} tickets both ways, once, within the page's gas limit`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      const receiver = await (await ethers.deployContract(contract)).getAddress();
      const { buyTicket, buyTicketWithAffiliate } = ticket.connect(buyer);
      const most = MAX_PER_PURCHASE;
      const gasLimit = BUDGET.pageLimit;

      await buyTicket(receiver, most, { value: priceOf(most), gasLimit });
      expect(await ticket.balanceOf(receiver)).to.equal(most);
      const value = priceOf(most, CODE);
      await buyTicketWithAffiliate(receiver, most, CODE, { value, gasLimit });
      expect(await ticket.balanceOf(receiver)).to.equal(most * 2n);
      expect(await ticket.totalSupply()).to.equal(most * 2n);
    });
  }

  it("a contract may buy, for itself or for another", async () => {
    const { ticket, holder } = await loadFixture(deployTicket);
    const account = await ethers.deployContract("ReentrantPayee");
    const data = ticket.interface.encodeFunctionData("buyTicket", [holder.address, 2n]);
    const sent = account.execute(await ticket.getAddress(), data, { value: PRICE * 2n });

    const from = await account.getAddress();
    const sold = [from, holder.address, ethers.ZeroHash, 1n, 2n, PRICE * 2n];
    await expectEvent(sent, ticket, "TicketsSold", ...sold);
  });

  it("an account with code of its own (EIP-7702) buys for itself, and keeps its code", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);
    const wallet = await ethers.deployContract("ReentrantPayee");
    const person = ethers.Wallet.createRandom().connect(ethers.provider);
    const to = person.address;
    await stranger.sendTransaction({ to, value: PRICE * 10n });
    const authorization = await person.authorize({
      address: await wallet.getAddress(),
      nonce: 1,
      chainId: (await ethers.provider.getNetwork()).chainId,
    });
    await person.sendTransaction({ type: 4, to, authorizationList: [authorization] });

    const account = ticket.connect(person);
    await account.buyTicket(to, 2n, { value: PRICE * 2n });
    await account.buyTicketWithAffiliate(to, 1n, CODE, { value: discounted(PRICE) });
    // The account's own code re-enters, like a batch in one transaction.
    const self = await ethers.getContractAt("ReentrantPayee", to, person);
    const data = ticket.interface.encodeFunctionData("buyTicket", [to, 2n]);
    await self.execute(await ticket.getAddress(), data, { value: PRICE * 2n });
    expect(await ticket.balanceOf(to)).to.equal(5n);
    expect(await ethers.provider.getCode(to)).to.match(/^0xef0100/);
  });
});
