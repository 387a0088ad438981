import { expect } from "chai";
import { discounted } from "../../support/collection.ts";
import { CODE, deployTicket, ethers, loadFixture, MAX_PER_PURCHASE, PRICE } from "../fixture.ts";

const MIDDLE = MAX_PER_PURCHASE / 2n;

describe("Ticket: kinds of account", () => {
  it("a smart-contract wallet buys for itself, both ways, and sends a ticket on", async () => {
    const { ticket, holder } = await loadFixture(deployTicket);
    const wallet = await ethers.deployContract("ReentrantPayee");
    const address = await wallet.getAddress();
    const target = await ticket.getAddress();
    const encode = ticket.interface.encodeFunctionData.bind(ticket.interface);

    await wallet.execute(
      target,
      ticket.interface.encodeFunctionData("buyTicketWithAffiliate", [
        address,
        MAX_PER_PURCHASE,
        CODE,
      ]),
      { value: discounted(PRICE * MAX_PER_PURCHASE) },
    );
    await wallet.execute(target, ticket.interface.encodeFunctionData("buyTicket", [address, 1n]), {
      value: PRICE,
    });
    expect(await ticket.balanceOf(address)).to.equal(MAX_PER_PURCHASE + 1n);
    await wallet.execute(target, encode("transferFrom", [address, holder.address, MIDDLE]));
    expect(await ticket.ownerOf(MIDDLE)).to.equal(holder.address);
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

  it("a contract without a receiver's hook buys, where a safe mint would have refused it", async () => {
    const { ticket, buyer } = await loadFixture(deployTicket);
    const contract = await (await ethers.deployContract("FixedRenderer")).getAddress();
    await ticket.connect(buyer).buyTicket(contract, 3n, { value: PRICE * 3n });
    await ticket.connect(buyer).buyTicket(buyer.address, 1n, { value: PRICE });

    expect(await ticket.balanceOf(contract)).to.equal(3n);
    await expect(
      ticket
        .connect(buyer)
        ["safeTransferFrom(address,address,uint256)"](buyer.address, contract, 4n),
    ).to.be.revertedWithCustomError(ticket, "TransferToNonERC721ReceiverImplementer");
  });

  it("receivers that revert or burn gas stop no other account, whatever their tickets do", async () => {
    const { ticket, buyer, holder } = await loadFixture(deployTicket);
    for (const name of ["RevertingReceiver", "GasBurningReceiver"]) {
      const hostile = await (await ethers.deployContract(name)).getAddress();
      await ticket
        .connect(buyer)
        .buyTicket(hostile, MAX_PER_PURCHASE, { value: PRICE * MAX_PER_PURCHASE });
      await ticket.connect(holder).buyTicket(holder.address, 1n, { value: PRICE });
    }

    expect(await ticket.totalSupply()).to.equal(MAX_PER_PURCHASE * 2n + 2n);
    expect(await ticket.balanceOf(holder)).to.equal(2n);
    expect(await ethers.provider.getBalance(ticket)).to.equal(PRICE * (MAX_PER_PURCHASE * 2n + 2n));
  });
});
