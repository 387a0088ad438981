import { expect } from "chai";
import { affiliateHash, ethers, expectEvent, loadFixture } from "../fixture.ts";
import { COMMISSION, codesFor, deployWithSales } from "./deploy-payouts.ts";

const COUNT = 12;
const BAD = 5;
const CODES = codesFor(COUNT);
const [BAD_CODE, NEXT_CODE] = CODES.slice(BAD) as [string, string];

async function deployWithPayee(mock: string) {
  const payee = await ethers.deployContract(mock);
  const fixture = await deployWithSales(COUNT, { [BAD]: await payee.getAddress() });
  return { ...fixture, payee };
}

const withRejecting = () => deployWithPayee("RejectingPayee");
const withReverting = () => deployWithPayee("RevertingReceiver");
const withGasBurning = () => deployWithPayee("GasBurningReceiver");
async function withReentrant() {
  const fixture = await deployWithPayee("ReentrantPayee");
  const [address, target] = [await fixture.payee.getAddress(), await fixture.payouts.getAddress()];
  const payee = await ethers.getContractAt("ReentrantPayee", address);
  return { ...fixture, payee, address, target, abi: fixture.payouts.interface };
}
async function withFiftyReturnBombs() {
  const payee = await ethers.deployContract("ReturnBombingPayee");
  const address = await payee.getAddress();
  const payees = Object.fromEntries(codesFor(50).map((_, index) => [index, address]));
  return { ...(await deployWithSales(50, payees)), payee };
}

describe("Payouts: one bad payee among a dozen", () => {
  for (const [does, deploy] of [
    ["refuses", withRejecting],
    ["reverts whatever it is called with", withReverting],
    ["burns all its gas", withGasBurning],
  ] as const) {
    it(`that ${does} is not paid, stays due, and stops no other`, async () => {
      const { payouts, payee, accounts, stranger } = await loadFixture(deploy);
      const paid = payouts.connect(stranger).payOut(CODES);

      const rejected = [affiliateHash(BAD_CODE), await payee.getAddress(), COMMISSION];
      await expectEvent(paid, payouts, "PayoutRejected", ...rejected);
      const expected = CODES.map((_, index) => (index === BAD ? 0n : COMMISSION));
      await expect(paid).to.changeEtherBalances(ethers, accounts, expected);
      for (const [index, code] of CODES.entries()) {
        expect(await payouts.paid(code)).to.equal(expected[index]);
      }
      expect(await payouts.due(BAD_CODE)).to.equal(COMMISSION);
      expect(await ethers.provider.getBalance(payouts)).to.equal(COMMISSION);
    });
  }

  it("that answers with all that its gas pays for costs the caller nothing more, even if there are fifty", async () => {
    const { payouts, payee, codes } = await loadFixture(withFiftyReturnBombs);
    const receipt = await (await payouts.payOut(codes)).wait();

    expect(await ethers.provider.getBalance(payee)).to.equal(COMMISSION * 50n);
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
    // Gas of fifty calls, plus 20,000 of bookkeeping per code.
    expect(receipt?.gasUsed).to.be.below(50n * 120_000n);
  });
});

describe("Payouts: a payee that calls back", () => {
  type Reentrant = Awaited<ReturnType<typeof withReentrant>>;

  async function own({ payouts, payee, target, abi }: Reentrant) {
    await payouts.transferOwnership(payee);
    await payee.execute(target, abi.encodeFunctionData("acceptOwnership"));
  }

  it("can't be paid twice: payOut from within is refused", async () => {
    const { payouts, payee, stranger, target, abi } = await loadFixture(withReentrant);
    // One code is enough, because reading its own storage uses up the payee's gas.
    await payee.reenterWith(target, abi.encodeFunctionData("payOut", [[BAD_CODE]]), 0n);
    const paid = payouts.connect(stranger).payOut(CODES);

    const refusal = abi.encodeErrorResult("ReentrancyGuardReentrantCall");
    await expectEvent(paid, payee, "Reentered", false, refusal);
    await expect(paid).to.changeEtherBalance(ethers, payee, COMMISSION);
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
  });

  it("sees itself paid, and the next as counted", async () => {
    for (const code of [BAD_CODE, NEXT_CODE]) {
      const { payouts, payee, target, abi } = await loadFixture(withReentrant);
      await payee.reenterWith(target, abi.encodeFunctionData("due", [code]), 0n);

      await expectEvent(payouts.payOut(CODES), payee, "Reentered", true, ethers.ZeroHash);
    }
  });

  it("can't take the balance back from within, even as the owner", async () => {
    const fixture = await loadFixture(withReentrant);
    const { payouts, payee, address, target, abi } = fixture;
    await own(fixture);
    await payee.reenterWith(target, abi.encodeFunctionData("withdraw", [address, 1n]), 0n);
    const paid = payouts.payOut(CODES);

    const refusal = abi.encodeErrorResult("ReentrancyGuardReentrantCall");
    await expectEvent(paid, payee, "Reentered", false, refusal);
    await expect(paid).to.changeEtherBalance(ethers, payee, COMMISSION);
  });

  it("can't turn a payment under way to itself, as the owner: a payee set from within is for the next call", async () => {
    const fixture = await loadFixture(withReentrant);
    const { payouts, payee, accounts, address, target, abi } = fixture;
    await own(fixture);
    const setPayees = abi.encodeFunctionData("setPayees", [[NEXT_CODE], [address]]);
    await payee.reenterWith(target, setPayees, 0n);
    const paid = payouts.payOut(CODES);

    await expectEvent(paid, payee, "Reentered", true, "0x");
    const both = [payee, accounts[BAD + 1] ?? ""];
    await expect(paid).to.changeEtherBalances(ethers, both, [COMMISSION, COMMISSION]);
    expect(await payouts.payee(NEXT_CODE)).to.equal(address);
    expect(await payouts.paid(NEXT_CODE)).to.equal(COMMISSION);
  });

  it("that withdraws again from within a withdrawal is refused", async () => {
    const fixture = await loadFixture(withReentrant);
    const { payee, address, target, abi } = fixture;
    await own(fixture);
    const withdraw = abi.encodeFunctionData("withdraw", [address, 5n]);
    await payee.reenterWith(target, withdraw, 0n);
    const withdrawn = payee.execute(target, withdraw);

    const refusal = abi.encodeErrorResult("ReentrancyGuardReentrantCall");
    await expectEvent(withdrawn, payee, "Reentered", false, refusal);
    await expect(withdrawn).to.changeEtherBalance(ethers, payee, 5n);
  });
});
