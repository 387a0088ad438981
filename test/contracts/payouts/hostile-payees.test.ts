import { expect } from "chai";
import { affiliateHash, ethers, loadFixture, networkHelpers } from "../fixture.ts";
import { COMMISSION, codesFor, deployWithSales, fund, sellOneEach } from "./deploy-payouts.ts";

const COUNT = 50;
const BAD = 20;
const CODES = codesFor(COUNT);
const BAD_CODE = CODES[BAD] ?? "";

async function deployWithPayee(mock: string) {
  const payee = await ethers.deployContract(mock);
  const fixture = await deployWithSales(COUNT, { [BAD]: await payee.getAddress() });
  return { ...fixture, payee };
}

const withRejecting = () => deployWithPayee("RejectingPayee");
const withReverting = () => deployWithPayee("RevertingReceiver");
const withGasBurning = () => deployWithPayee("GasBurningReceiver");
const withReturnBombing = () => deployWithPayee("ReturnBombingPayee");
const withReentrant = async () => {
  const fixture = await deployWithPayee("ReentrantPayee");
  const payee = await ethers.getContractAt("ReentrantPayee", await fixture.payee.getAddress());
  return { ...fixture, payee };
};
async function withFiftyReturnBombs() {
  const payee = await ethers.deployContract("ReturnBombingPayee");
  const address = await payee.getAddress();
  const payees = Object.fromEntries(CODES.map((_, index) => [index, address]));
  return { ...(await deployWithSales(COUNT, payees)), payee };
}

describe("Payouts: one bad payee among fifty", () => {
  for (const [does, deploy] of [
    ["refuses", withRejecting],
    ["reverts whatever it is called with", withReverting],
    ["burns all its gas", withGasBurning],
  ] as const) {
    it(`that ${does} is not paid, stays due, and stops no other`, async () => {
      const { payouts, payee, accounts, stranger } = await loadFixture(deploy);
      const paid = payouts.connect(stranger).payOut(CODES);

      await expect(paid)
        .to.emit(payouts, "PayoutRejected")
        .withArgs(affiliateHash(BAD_CODE), await payee.getAddress(), COMMISSION);
      const expected = CODES.map((_, index) => (index === BAD ? 0n : COMMISSION));
      await expect(paid).to.changeEtherBalances(ethers, accounts, expected);
      for (const [index, code] of CODES.entries()) {
        expect(await payouts.paid(code)).to.equal(expected[index]);
      }
      expect(await payouts.due(BAD_CODE)).to.equal(COMMISSION);
      expect(await ethers.provider.getBalance(payouts)).to.equal(COMMISSION);
    });
  }

  it("that refused is paid all of it once it has another payee", async () => {
    const fixture = await loadFixture(withRejecting);
    const { payouts, other } = fixture;
    await payouts.payOut(CODES);
    await sellOneEach(fixture, [BAD_CODE]);
    await fund(payouts, COMMISSION);
    await payouts.setPayees([BAD_CODE], [other]);

    await expect(payouts.payOut(CODES)).to.changeEtherBalance(ethers, other, COMMISSION * 2n);
    expect(await payouts.paid(BAD_CODE)).to.equal(COMMISSION * 2n);
  });

  it("that refuses is rejected as often as it is listed, and nothing is lost", async () => {
    const { payouts } = await loadFixture(withRejecting);
    await payouts.payOut([BAD_CODE, BAD_CODE]);
    await payouts.payOut([BAD_CODE]);

    expect(await payouts.due(BAD_CODE)).to.equal(COMMISSION);
    expect(await ethers.provider.getBalance(payouts)).to.equal(COMMISSION * BigInt(COUNT));
  });

  it("whose code is gone is paid as any account is", async () => {
    const { payouts, payee } = await loadFixture(withRejecting);
    await networkHelpers.setCode(await payee.getAddress(), "0x");

    await expect(payouts.payOut(CODES)).to.changeEtherBalance(ethers, payee, COMMISSION);
  });

  it("that answers with all that its gas pays for costs the caller nothing more, be they fifty", async () => {
    const one = await loadFixture(withReturnBombing);
    await expect(one.payouts.payOut(CODES)).to.changeEtherBalance(ethers, one.payee, COMMISSION);

    const { payouts } = await loadFixture(withFiftyReturnBombs);
    const receipt = await (await payouts.payOut(CODES)).wait();
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
    // Gas of fifty calls, plus 20,000 of bookkeeping per code.
    expect(receipt?.gasUsed).to.be.below(50n * 120_000n);
  });
});

describe("Payouts: a payee that calls back", () => {
  it("can't be paid twice: payOut from within is refused", async () => {
    const { payouts, payee, stranger } = await loadFixture(withReentrant);
    // One code is enough, because reading its own storage uses up the payee's gas.
    await payee.reenterWith(
      await payouts.getAddress(),
      payouts.interface.encodeFunctionData("payOut", [[BAD_CODE]]),
      0n,
    );
    const paid = payouts.connect(stranger).payOut(CODES);

    await expect(paid)
      .to.emit(payee, "Reentered")
      .withArgs(false, payouts.interface.encodeErrorResult("ReentrancyGuardReentrantCall"));
    await expect(paid).to.changeEtherBalance(ethers, payee, COMMISSION);
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
  });

  it("sees itself paid, and the next as counted", async () => {
    const next = CODES[BAD + 1] ?? "";
    for (const code of [BAD_CODE, next]) {
      const { payouts, payee } = await loadFixture(withReentrant);
      await payee.reenterWith(
        await payouts.getAddress(),
        payouts.interface.encodeFunctionData("due", [code]),
        0n,
      );

      await expect(payouts.payOut(CODES))
        .to.emit(payee, "Reentered")
        .withArgs(true, ethers.ZeroHash);
    }
  });

  it("can't take the balance back from within, even as the owner", async () => {
    const { payouts, payee } = await loadFixture(withReentrant);
    const address = await payee.getAddress();
    await own(payouts, payee);
    await payee.reenterWith(
      await payouts.getAddress(),
      payouts.interface.encodeFunctionData("withdraw", [address, 1n]),
      0n,
    );
    const paid = payouts.payOut(CODES);

    await expect(paid)
      .to.emit(payee, "Reentered")
      .withArgs(false, payouts.interface.encodeErrorResult("ReentrancyGuardReentrantCall"));
    await expect(paid).to.changeEtherBalance(ethers, payee, COMMISSION);
  });

  it("can't turn a payment under way to itself, as the owner: a payee set from within is for the next call", async () => {
    const { payouts, payee, accounts } = await loadFixture(withReentrant);
    const address = await payee.getAddress();
    const next = CODES[BAD + 1] ?? "";
    await own(payouts, payee);
    await payee.reenterWith(
      await payouts.getAddress(),
      payouts.interface.encodeFunctionData("setPayees", [[next], [address]]),
      0n,
    );
    const paid = payouts.payOut(CODES);

    await expect(paid).to.emit(payee, "Reentered").withArgs(true, "0x");
    await expect(paid).to.changeEtherBalances(
      ethers,
      [payee, accounts[BAD + 1] ?? ""],
      [COMMISSION, COMMISSION],
    );
    expect(await payouts.payee(next)).to.equal(address);
    expect(await payouts.paid(next)).to.equal(COMMISSION);
  });

  it("that withdraws again from within a withdrawal is refused", async () => {
    const { payouts, payee } = await loadFixture(withReentrant);
    const address = await payee.getAddress();
    const target = await payouts.getAddress();
    await own(payouts, payee);
    const withdraw = payouts.interface.encodeFunctionData("withdraw", [address, 5n]);
    await payee.reenterWith(target, withdraw, 0n);
    const withdrawn = payee.execute(target, withdraw);

    await expect(withdrawn)
      .to.emit(payee, "Reentered")
      .withArgs(false, payouts.interface.encodeErrorResult("ReentrancyGuardReentrantCall"));
    await expect(withdrawn).to.changeEtherBalance(ethers, payee, 5n);
  });

  type Reentrant = Awaited<ReturnType<typeof withReentrant>>;
  async function own(payouts: Reentrant["payouts"], payee: Reentrant["payee"]) {
    await payouts.transferOwnership(payee);
    await payee.execute(
      await payouts.getAddress(),
      payouts.interface.encodeFunctionData("acceptOwnership"),
    );
  }
});
