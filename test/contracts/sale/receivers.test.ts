import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import {
  BUDGET,
  CODE,
  deployTicket,
  ethers,
  loadFixture,
  MAX_PER_PURCHASE,
  PRICE,
} from "../fixture.ts";

/** `_mint` calls no receiver, so none can refuse, re-enter or raise a purchase's cost. */
describe("Ticket: receivers", () => {
  for (const [name, contract] of [
    ["a contract without ERC-721's hook", "FixedRenderer"],
    ["a contract that reverts on any call", "RevertingReceiver"],
    ["a contract that burns all gas on any call", "GasBurningReceiver"],
    ["a contract that would buy again from the hook", "ReentrantReceiver"],
  ] as const) {
    it(`buyTicket gives ${MAX_PER_PURCHASE} tickets to ${name}, once, within the page's gas limit`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      const receiver = await (await ethers.deployContract(contract)).getAddress();

      await ticket.connect(buyer).buyTicket(receiver, MAX_PER_PURCHASE, {
        value: PRICE * MAX_PER_PURCHASE,
        gasLimit: BUDGET.pageLimit,
      });
      expect(await ticket.balanceOf(receiver)).to.equal(MAX_PER_PURCHASE);
      expect(await ticket.totalSupply()).to.equal(MAX_PER_PURCHASE);
    });

    it(`buyTicketWithAffiliate gives ${MAX_PER_PURCHASE} tickets to ${name}, once, within the page's gas limit`, async () => {
      const { ticket, buyer } = await loadFixture(deployTicket);
      const receiver = await (await ethers.deployContract(contract)).getAddress();

      await ticket.connect(buyer).buyTicketWithAffiliate(receiver, MAX_PER_PURCHASE, CODE, {
        value: discounted(PRICE * MAX_PER_PURCHASE),
        gasLimit: BUDGET.pageLimit,
      });
      expect(await ticket.balanceOf(receiver)).to.equal(MAX_PER_PURCHASE);
      expect(await ticket.totalSupply()).to.equal(MAX_PER_PURCHASE);
    });
  }

  it("gives tickets to the ticket contract itself, and a precompile", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const precompile = "0x0000000000000000000000000000000000000001";

    await ticket.connect(buyer).buyTicket(await ticket.getAddress(), 1n, { value: PRICE });
    await ticket.connect(buyer).buyTicket(precompile, 1n, { value: PRICE });
    expect(await ticket.balanceOf(ticket)).to.equal(1n);
    expect(await ticket.balanceOf(precompile)).to.equal(1n);
  });

  it("a contract may buy, for itself or for another", async () => {
    const { ticket, holder } = await loadFixture(deployTicket);
    const account = await ethers.deployContract("ReentrantPayee");
    const address = await account.getAddress();
    const buy = ticket.interface.encodeFunctionData("buyTicket", [holder.address, 2n]);

    await expect(account.execute(await ticket.getAddress(), buy, { value: PRICE * 2n }))
      .to.emit(ticket, "TicketsSold")
      .withArgs(address, holder.address, ethers.ZeroHash, 1n, 2n, PRICE * 2n);
  });

  it("an account with code of its own (EIP-7702) buys for itself, and keeps its code", async () => {
    const { ticket, stranger } = await loadFixture(deployTicket);
    const wallet = await ethers.deployContract("ReentrantPayee");
    const person = ethers.Wallet.createRandom().connect(ethers.provider);
    await stranger.sendTransaction({ to: person.address, value: PRICE * MAX_PER_PURCHASE * 4n });
    const authorization = await person.authorize({
      address: await wallet.getAddress(),
      nonce: 1,
      chainId: (await ethers.provider.getNetwork()).chainId,
    });
    await (
      await person.sendTransaction({
        type: 4,
        to: person.address,
        authorizationList: [authorization],
      })
    ).wait();
    expect(await ethers.provider.getCode(person.address)).to.match(/^0xef0100/);

    const account = ticket.connect(person);
    await (
      await account.buyTicket(person.address, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE })
    ).wait();
    await (
      await account.buyTicketWithAffiliate(person.address, 1n, CODE, { value: discounted(PRICE) })
    ).wait();
    // The account's own code re-enters, like a batch in one transaction.
    const self = await ethers.getContractAt("ReentrantPayee", person.address, person);
    const buy = ticket.interface.encodeFunctionData("buyTicket", [person.address, 2n]);
    await (await self.execute(await ticket.getAddress(), buy, { value: PRICE * 2n })).wait();
    expect(await ticket.balanceOf(person.address)).to.equal(MAX_PER_PURCHASE + 3n);
    expect(await ethers.provider.getCode(person.address)).to.match(/^0xef0100/);
  });

  it("a safe transfer does call: a receiver that buys from the hook pays, and gets the next ticket", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const receiver = await ethers.deployContract("ReentrantReceiver");
    const address = await receiver.getAddress();
    await ticket.connect(buyer).buyTicket(buyer.address, 2n, { value: PRICE * 2n });
    await buyer.sendTransaction({ to: address, value: PRICE });

    await ticket
      .connect(buyer)
      ["safeTransferFrom(address,address,uint256)"](buyer.address, address, 1n);
    expect(await ticket.totalSupply()).to.equal(3n);
    expect(await ticket.ownerOf(1n)).to.equal(address);
    expect(await ticket.ownerOf(2n)).to.equal(buyer.address);
    expect(await ticket.ownerOf(3n)).to.equal(address);
    expect(await ethers.provider.getBalance(ticket)).to.equal(PRICE * 3n);
  });
});
