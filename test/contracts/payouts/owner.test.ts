import { expect } from "chai";
import { affiliateHash, CODE, ethers, expectError, expectEvent, loadFixture } from "../fixture.ts";
import { COMMISSION_BPS, deployPayouts, deployPayoutsWith, fund } from "./deploy-payouts.ts";

describe("Payouts: constructor", () => {
  it("takes each argument for what it is, also an owner who does not deploy, and holds nothing yet", async () => {
    const { ticket, stranger } = await loadFixture(deployPayouts);
    const address = await ticket.getAddress();
    for (const commissionBps of [0n, 1n, COMMISSION_BPS, 5000n]) {
      const config = { owner: stranger.address, ticket: address, commissionBps };
      const payouts = await deployPayoutsWith(config);

      expect(await payouts.owner()).to.equal(stranger.address);
      expect(await payouts.pendingOwner()).to.equal(ethers.ZeroAddress);
      expect(await payouts.ticket()).to.equal(address);
      expect(await payouts.commissionBps()).to.equal(commissionBps);
      expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
    }
  });

  it("refuses a commission above half, and the zero address as owner", async () => {
    const { payouts, ticket, owner } = await loadFixture(deployPayouts);
    const config = { owner: owner.address, ticket: await ticket.getAddress() };

    for (const commissionBps of [5001n, 10_000n, 2n ** 96n - 1n]) {
      const sent = deployPayoutsWith({ ...config, commissionBps });
      await expectError(sent, payouts, "InvalidCommission", commissionBps);
    }
    const ownerless = deployPayoutsWith({ ...config, owner: ethers.ZeroAddress });
    await expectError(ownerless, payouts, "OwnableInvalidOwner", ethers.ZeroAddress);
  });

  it("refuses an account and a contract that answer otherwise than a ticket", async () => {
    const { renderer, owner, stranger } = await loadFixture(deployPayouts);

    for (const ticket of [stranger.address, await renderer.getAddress(), ethers.ZeroAddress]) {
      const sent = deployPayoutsWith({ owner: owner.address, ticket });
      await expect(sent).to.be.revertedWithoutReason(ethers);
    }
  });
});

describe("Payouts: setPayees", () => {
  it("names a payee for each code, in order, and says so", async () => {
    const { payouts, payee, other } = await loadFixture(deployPayouts);
    const sent = payouts.setPayees([CODE, "bob"], [payee, other]);

    for (const [code, { address }] of [
      [CODE, payee],
      ["bob", other],
    ] as const) {
      await expectEvent(sent, payouts, "PayeeSet", affiliateHash(code), code, address);
      expect(await payouts.payee(code)).to.equal(address);
    }
    expect(await payouts.payee(CODE.toUpperCase())).to.equal(ethers.ZeroAddress);
  });

  it("refuses lists of different lengths, and sets none of them", async () => {
    const { payouts, payee } = await loadFixture(deployPayouts);

    for (const codes of [[CODE, "bob"], []]) {
      const sent = payouts.setPayees(codes, [payee]);
      await expectError(sent, payouts, "LengthMismatch", BigInt(codes.length), 1n);
    }
    expect(await payouts.payee(CODE)).to.equal(ethers.ZeroAddress);
  });
});

describe("Payouts: the balance", () => {
  it("takes plain payments of anyone, and says so, but no call that it does not know", async () => {
    const { payouts, stranger } = await loadFixture(deployPayouts);
    const to = await payouts.getAddress();

    const sent = stranger.sendTransaction({ to, value: 7n });
    await expectEvent(sent, payouts, "Funded", stranger.address, 7n);
    for (const value of [0n, 1n]) {
      const unknown = stranger.sendTransaction({ to, data: "0xdeadbeef", value });
      await expect(unknown).to.be.revertedWithoutReason(ethers);
    }
    expect(await ethers.provider.getBalance(payouts)).to.equal(7n);
  });

  it("goes back to the owner in any part, to whom the owner says", async () => {
    const { payouts, other } = await loadFixture(deployPayouts);
    await fund(payouts, 100n);

    for (const amount of [30n, 0n, 70n]) {
      const sent = payouts.withdraw(other.address, amount);
      await expectEvent(sent, payouts, "Withdrawn", other.address, amount);
      await expect(sent).to.changeEtherBalance(ethers, other, amount);
    }
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
  });

  it("stays if the receiver is the zero address, or refuses, or if there is less", async () => {
    const { payouts, other } = await loadFixture(deployPayouts);
    const rejecting = await (await ethers.deployContract("RejectingPayee")).getAddress();
    await fund(payouts, 100n);

    for (const to of [ethers.ZeroAddress, rejecting]) {
      await expectError(payouts.withdraw(to, 40n), payouts, "WithdrawFailed", to, 40n);
    }
    const tooMuch = payouts.withdraw(other.address, 101n);
    await expectError(tooMuch, payouts, "InsufficientBalance", 100n, 101n);
    expect(await ethers.provider.getBalance(payouts)).to.equal(100n);
  });

  it("says that it was withdrawn before the receiver is called", async () => {
    const { payouts } = await loadFixture(deployPayouts);
    const receiver = await ethers.deployContract("ReentrantPayee");
    const [from, to] = [await payouts.getAddress(), await receiver.getAddress()];
    await fund(payouts, 100n);
    await receiver.reenterWith(from, payouts.interface.encodeFunctionData("due", [CODE]), 0n);
    const receipt = await (await payouts.withdraw(to, 100n)).wait();
    const sources = (receipt?.logs ?? []).map(({ address }) => address);

    const own = sources.filter((address) => address === from || address === to);
    expect(own).to.deep.equal([from, to]);
  });
});
