import { expect } from "chai";
import { type FunctionFragment, Interface } from "ethers";
import { Payouts__factory } from "../../../typechain-types/index.js";
import { affiliateHash, CODE, ethers, loadFixture } from "../fixture.ts";
import {
  COMMISSION_BPS,
  codesFor,
  deployPayouts,
  deployPayoutsWith,
  fund,
} from "./deploy-payouts.ts";

describe("Payouts: constructor", () => {
  it("takes each argument for what it is, and holds nothing yet", async () => {
    const { payouts, ticket, owner } = await loadFixture(deployPayouts);

    expect(await payouts.owner()).to.equal(owner.address);
    expect(await payouts.pendingOwner()).to.equal(ethers.ZeroAddress);
    expect(await payouts.ticket()).to.equal(await ticket.getAddress());
    expect(await payouts.commissionBps()).to.equal(COMMISSION_BPS);
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
  });

  it("belongs to the owner that it is given, not to the deployer", async () => {
    const { ticket, stranger } = await loadFixture(deployPayouts);
    const payouts = await deployPayoutsWith({
      owner: stranger.address,
      ticket: await ticket.getAddress(),
    });

    expect(await payouts.owner()).to.equal(stranger.address);
  });

  for (const commissionBps of [0n, 1n, 5000n]) {
    it(`takes ${commissionBps} basis points`, async () => {
      const { ticket, owner } = await loadFixture(deployPayouts);
      const payouts = await deployPayoutsWith({
        owner: owner.address,
        ticket: await ticket.getAddress(),
        commissionBps,
      });

      expect(await payouts.commissionBps()).to.equal(commissionBps);
    });
  }

  for (const commissionBps of [5001n, 10_000n, 2n ** 96n - 1n]) {
    it(`refuses ${commissionBps} basis points`, async () => {
      const { payouts, ticket, owner } = await loadFixture(deployPayouts);

      await expect(
        deployPayoutsWith({
          owner: owner.address,
          ticket: await ticket.getAddress(),
          commissionBps,
        }),
      )
        .to.be.revertedWithCustomError(payouts, "InvalidCommission")
        .withArgs(commissionBps);
    });
  }

  it("refuses the zero address as owner", async () => {
    const { payouts, ticket } = await loadFixture(deployPayouts);

    await expect(
      deployPayoutsWith({ owner: ethers.ZeroAddress, ticket: await ticket.getAddress() }),
    )
      .to.be.revertedWithCustomError(payouts, "OwnableInvalidOwner")
      .withArgs(ethers.ZeroAddress);
  });

  it("refuses an account and a contract that answer otherwise than a ticket", async () => {
    const { renderer, owner, stranger } = await loadFixture(deployPayouts);

    for (const ticket of [stranger.address, await renderer.getAddress(), ethers.ZeroAddress]) {
      await expect(deployPayoutsWith({ owner: owner.address, ticket })).to.be.revertedWithoutReason(
        ethers,
      );
    }
  });
});

describe("Payouts: setPayees", () => {
  it("names a payee for each code, in order, and says so", async () => {
    const { payouts, payee, other } = await loadFixture(deployPayouts);
    const set = payouts.setPayees([CODE, "bob"], [payee, other]);

    await expect(set)
      .to.emit(payouts, "PayeeSet")
      .withArgs(affiliateHash(CODE), CODE, payee.address);
    await expect(set)
      .to.emit(payouts, "PayeeSet")
      .withArgs(affiliateHash("bob"), "bob", other.address);
    expect(await payouts.payee(CODE)).to.equal(payee.address);
    expect(await payouts.payee("bob")).to.equal(other.address);
    expect(await payouts.payee(CODE.toUpperCase())).to.equal(ethers.ZeroAddress);
  });

  it("replaces a payee, and takes one back by the zero address", async () => {
    const { payouts, payee, other } = await loadFixture(deployPayouts);
    await payouts.setPayees([CODE, CODE], [payee, other]);
    expect(await payouts.payee(CODE)).to.equal(other.address);

    await expect(payouts.setPayees([CODE], [ethers.ZeroAddress]))
      .to.emit(payouts, "PayeeSet")
      .withArgs(affiliateHash(CODE), CODE, ethers.ZeroAddress);
    expect(await payouts.payee(CODE)).to.equal(ethers.ZeroAddress);
  });

  it("says so of an equal payee too", async () => {
    const { payouts, payee } = await loadFixture(deployPayouts);
    await payouts.setPayees([CODE], [payee]);

    await expect(payouts.setPayees([CODE], [payee])).to.emit(payouts, "PayeeSet");
  });

  it("refuses lists of different lengths, and sets none of them", async () => {
    const { payouts, payee } = await loadFixture(deployPayouts);

    await expect(payouts.setPayees([CODE, "bob"], [payee]))
      .to.be.revertedWithCustomError(payouts, "LengthMismatch")
      .withArgs(2n, 1n);
    await expect(payouts.setPayees([], [payee]))
      .to.be.revertedWithCustomError(payouts, "LengthMismatch")
      .withArgs(0n, 1n);
    expect(await payouts.payee(CODE)).to.equal(ethers.ZeroAddress);
  });

  it("takes 100 at once", async () => {
    const { payouts, payee } = await loadFixture(deployPayouts);
    const codes = codesFor(100);
    const receipt = await (
      await payouts.setPayees(
        codes,
        codes.map(() => payee.address),
      )
    ).wait();

    expect(receipt?.logs.length).to.equal(100);
  });
});

describe("Payouts: the balance", () => {
  it("takes plain payments of anyone, and says so", async () => {
    const { payouts, stranger } = await loadFixture(deployPayouts);
    const to = await payouts.getAddress();

    await expect(stranger.sendTransaction({ to, value: 7n }))
      .to.emit(payouts, "Funded")
      .withArgs(stranger.address, 7n);
    expect(await ethers.provider.getBalance(payouts)).to.equal(7n);
  });

  it("takes no call that it does not know, with wei or without", async () => {
    const { payouts, stranger } = await loadFixture(deployPayouts);
    const to = await payouts.getAddress();

    for (const value of [0n, 1n]) {
      await expect(
        stranger.sendTransaction({ to, data: "0xdeadbeef", value }),
      ).to.be.revertedWithoutReason(ethers);
    }
  });

  it("goes back to the owner in any part, to whom the owner says", async () => {
    const { payouts, other } = await loadFixture(deployPayouts);
    await fund(payouts, 100n);

    for (const amount of [30n, 0n, 70n]) {
      const withdrawn = payouts.withdraw(other.address, amount);
      await expect(withdrawn).to.emit(payouts, "Withdrawn").withArgs(other.address, amount);
      await expect(withdrawn).to.changeEtherBalance(ethers, other, amount);
    }
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
  });

  it("does not go to the zero address, nor to a receiver that refuses, and stays", async () => {
    const { payouts } = await loadFixture(deployPayouts);
    const rejecting = await (await ethers.deployContract("RejectingPayee")).getAddress();
    await fund(payouts, 100n);

    for (const to of [ethers.ZeroAddress, rejecting]) {
      await expect(payouts.withdraw(to, 40n))
        .to.be.revertedWithCustomError(payouts, "WithdrawFailed")
        .withArgs(to, 40n);
    }
    expect(await ethers.provider.getBalance(payouts)).to.equal(100n);
  });

  it("gives no wei more than there are", async () => {
    const { payouts, other } = await loadFixture(deployPayouts);
    await fund(payouts, 100n);

    await expect(payouts.withdraw(other.address, 101n))
      .to.be.revertedWithCustomError(payouts, "InsufficientBalance")
      .withArgs(100n, 101n);
  });

  it("says that it was withdrawn before the receiver is called", async () => {
    const { payouts, owner } = await loadFixture(deployPayouts);
    const receiver = await ethers.deployContract("ReentrantPayee");
    await fund(payouts, 100n);
    await receiver.reenterWith(
      await payouts.getAddress(),
      payouts.interface.encodeFunctionData("due", [CODE]),
      0n,
    );
    const sent = payouts.connect(owner).withdraw(await receiver.getAddress(), 100n);
    const receipt = await (await sent).wait();
    const contracts = [await payouts.getAddress(), await receiver.getAddress()];
    const own = receipt?.logs.map(({ address }) => address).filter((at) => contracts.includes(at));

    expect(own).to.deep.equal(contracts);
  });
});

const abi = new Interface(Payouts__factory.abi);

const OWNERS: Readonly<Record<string, (address: string) => readonly unknown[]>> = {
  "renounceOwnership()": () => [],
  "setPayees(string[],address[])": (address) => [[CODE], [address]],
  "transferOwnership(address)": (address) => [address],
  "withdraw(address,uint256)": (address) => [address, 0n],
};
const FOR_ANYONE = ["acceptOwnership()", "payOut(string[])"];

describe("Payouts: what only the owner may do", () => {
  it("is known here", () => {
    const writing = abi.fragments
      .filter((fragment): fragment is FunctionFragment => fragment.type === "function")
      .filter(({ constant, name }) => !constant || name === "renounceOwnership")
      .map((fragment) => fragment.format("sighash"));

    expect(writing.sort()).to.deep.equal([...Object.keys(OWNERS), ...FOR_ANYONE].sort());
  });

  for (const [signature, args] of Object.entries(OWNERS)) {
    it(`${signature} refuses everyone else, and takes no wei`, async () => {
      const { payouts, owner, payee, stranger } = await loadFixture(deployPayouts);
      await payouts.setPayees([CODE], [payee]);
      const to = await payouts.getAddress();
      const data = abi.encodeFunctionData(signature, [...args(stranger.address)]);

      for (const other of [stranger, payee]) {
        await expect(other.sendTransaction({ to, data }))
          .to.be.revertedWithCustomError(payouts, "OwnableUnauthorizedAccount")
          .withArgs(other.address);
      }
      await expect(owner.sendTransaction({ to, data, value: 1n })).to.be.revertedWithoutReason(
        ethers,
      );
    });
  }

  it("moves to another owner in two steps", async () => {
    const { payouts, owner, newOwner, stranger } = await loadFixture(deployPayouts);

    await expect(payouts.transferOwnership(newOwner))
      .to.emit(payouts, "OwnershipTransferStarted")
      .withArgs(owner.address, newOwner.address);
    await expect(payouts.connect(stranger).acceptOwnership())
      .to.be.revertedWithCustomError(payouts, "OwnableUnauthorizedAccount")
      .withArgs(stranger.address);
    await payouts.setPayees([CODE], [stranger]);
    await expect(payouts.connect(newOwner).acceptOwnership())
      .to.emit(payouts, "OwnershipTransferred")
      .withArgs(owner.address, newOwner.address);
    await expect(payouts.setPayees([CODE], [owner]))
      .to.be.revertedWithCustomError(payouts, "OwnableUnauthorizedAccount")
      .withArgs(owner.address);
  });

  it("can't be given up", async () => {
    const { payouts, owner } = await loadFixture(deployPayouts);

    await expect(payouts.renounceOwnership()).to.be.revertedWithCustomError(
      payouts,
      "RenounceDisabled",
    );
    expect(await payouts.owner()).to.equal(owner.address);
  });

  it("payOut takes no wei", async () => {
    const { payouts, stranger } = await loadFixture(deployPayouts);
    const data = abi.encodeFunctionData("payOut", [[CODE]]);

    await expect(
      stranger.sendTransaction({ to: await payouts.getAddress(), data, value: 1n }),
    ).to.be.revertedWithoutReason(ethers);
  });
});
