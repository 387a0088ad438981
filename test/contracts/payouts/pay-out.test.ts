import { expect } from "chai";
import * as collection from "../../../collection.ts";
import { Payouts__factory } from "../../../typechain-types/index.js";
import { discounted } from "../../support/collection.ts";
import {
  affiliateHash,
  buy,
  CODE,
  ethers,
  eventsOf,
  expectError,
  loadFixture,
  networkHelpers,
} from "../fixture.ts";
import {
  COMMISSION,
  deployPayouts,
  deployPayoutsWith,
  fund,
  sellOneEach,
} from "./deploy-payouts.ts";

const abi = Payouts__factory.createInterface();

async function deployWithOneSale() {
  const fixture = await deployPayouts();
  await sellOneEach(fixture, [CODE]);
  await fixture.payouts.setPayees([CODE], [fixture.payee.address]);
  await fund(fixture.payouts, COMMISSION);
  return fixture;
}

/** The sale with the second code, which has no payee, is not funded. */
async function deployWithTwoSales() {
  const fixture = await deployWithOneSale();
  await fixture.ticket.setAffiliates(["bob"], true);
  await sellOneEach(fixture, ["bob"]);
  return fixture;
}

describe("Payouts: what a code has earned", () => {
  it("is exact at any rate: a price with a code is a multiple of 10^12 wei", async () => {
    const sale = await loadFixture(deployPayouts);
    await sale.ticket.setTicketPrice(collection.priceStep);
    const value = discounted(collection.priceStep);
    await buy(sale, 1n, { code: CODE, value });

    const config = { owner: sale.owner.address, ticket: await sale.ticket.getAddress() };
    for (const commissionBps of [1n, 3333n, 4999n]) {
      const payouts = await deployPayoutsWith({ ...config, commissionBps });
      expect((await payouts.earned(CODE)) * 10_000n).to.equal(value * commissionBps);
    }
  });

  it("stays with a code that is deactivated, and with a sale without a code nothing is earned", async () => {
    const sale = await loadFixture(deployWithOneSale);
    await sale.ticket.setAffiliates([CODE], false);
    await buy(sale, 1n);

    expect(await sale.payouts.due(CODE)).to.equal(COMMISSION);
  });
});

describe("Payouts: payOut", () => {
  it("pays what is due to the code's payee, whoever calls, and says so", async () => {
    const { payouts, payee, stranger } = await loadFixture(deployWithOneSale);
    const paid = payouts.connect(stranger).payOut([CODE]);

    await expect(paid).to.changeEtherBalances(ethers, [payee, payouts], [COMMISSION, -COMMISSION]);
    expect(await eventsOf(paid, payouts)).to.deep.equal([
      ["PaidOut", affiliateHash(CODE), payee.address, COMMISSION],
    ]);
    expect(await payouts.paid(CODE)).to.equal(COMMISSION);
    expect(await payouts.due(CODE)).to.equal(0n);
    expect(await payouts.earned(CODE)).to.equal(COMMISSION);
  });

  it("pays a code that is listed twice once, and needs its wei once", async () => {
    const { payouts, payee } = await loadFixture(deployWithOneSale);

    const paid = payouts.payOut([CODE, CODE, CODE]);
    await expect(paid).to.changeEtherBalance(ethers, payee, COMMISSION);
    expect(await payouts.paid(CODE)).to.equal(COMMISSION);
  });

  it("passes over what has nothing due, with a payee or without, and takes an empty list", async () => {
    const { payouts, payee } = await loadFixture(deployWithOneSale);
    await payouts.setPayees(["bob"], [payee]);

    expect(await eventsOf(payouts.payOut(["bob", "nobody", ""]), payouts)).to.deep.equal([]);
    expect(await eventsOf(payouts.payOut([]), payouts)).to.deep.equal([]);
    expect(await ethers.provider.getBalance(payouts)).to.equal(COMMISSION);
  });

  it("leaves due what has no payee, says so, and does not need its wei", async () => {
    const { payouts, payee } = await loadFixture(deployWithTwoSales);
    const paid = payouts.payOut(["bob", CODE, "bob"]);

    expect(await eventsOf(paid, payouts)).to.deep.equal([
      ["PayoutRejected", affiliateHash("bob"), ethers.ZeroAddress, COMMISSION],
      ["PaidOut", affiliateHash(CODE), payee.address, COMMISSION],
    ]);
    expect(await payouts.due("bob")).to.equal(COMMISSION);
    expect(await payouts.paid("bob")).to.equal(0n);
  });

  it("pays nothing at all if the balance is a wei short, and says what it has and needs", async () => {
    const { payouts, other, stranger } = await loadFixture(deployWithTwoSales);
    await payouts.setPayees(["bob"], [other]);
    await fund(payouts, COMMISSION - 1n);

    const short = payouts.connect(stranger).payOut([CODE, "bob"]);
    const amounts = [COMMISSION * 2n - 1n, COMMISSION * 2n];
    await expectError(short, payouts, "InsufficientBalance", ...amounts);
    expect(await payouts.paid(CODE)).to.equal(0n);
    expect(await payouts.due(CODE)).to.equal(COMMISSION);
    await fund(payouts, 1n);
    await payouts.connect(stranger).payOut([CODE, "bob"]);
    expect(await ethers.provider.getBalance(payouts)).to.equal(0n);
  });

  it("pays wei that was forced in, too", async () => {
    const { payouts, payee } = await loadFixture(deployWithOneSale);
    await payouts.withdraw(payee.address, COMMISSION);
    await networkHelpers.setBalance(await payouts.getAddress(), COMMISSION);

    await expect(payouts.payOut([CODE])).to.changeEtherBalance(ethers, payee, COMMISSION);
  });
});

/**
 * A payee's code that stops if it gets less than 100000 gas, and otherwise takes the payment: PUSH3
 * 100000, GAS, LT, JUMPI, STOP, REVERT.
 */
const THIRSTY_PAYEE = "0x620186a05a10600a57005b5f5ffd";

describe("Payouts: the gas of a payee's call", () => {
  async function deployWithThirstyPayee() {
    const fixture = await deployWithOneSale();
    await networkHelpers.setCode(fixture.payee.address, THIRSTY_PAYEE);
    return fixture;
  }

  it("is 100000, however little the caller brings: less reverts, and leaves all due", async () => {
    const { payouts, payee, stranger } = await loadFixture(deployWithThirstyPayee);
    const caller = payouts.connect(stranger);
    const before = await ethers.provider.getBalance(payee);
    let gasLimit = 60_000n;
    const events: string[] = [];
    while (events.length === 0 && gasLimit < 500_000n) {
      expect(await payouts.due(CODE)).to.equal(COMMISSION);
      gasLimit += 500n;
      const receipt = await (await caller.payOut([CODE], { gasLimit }).catch(() => null))?.wait();
      events.push(...(receipt?.logs ?? []).flatMap((log) => abi.parseLog(log)?.name ?? []));
    }

    expect(events).to.deep.equal(["PaidOut"]);
    expect(gasLimit).to.be.above(150_000n);
    expect(await ethers.provider.getBalance(payee)).to.equal(before + COMMISSION);
  });

  it("is checked before the call, with what is left and what is needed", async () => {
    const { payouts } = await loadFixture(deployWithThirstyPayee);

    const paid = payouts.payOut([CODE], { gasLimit: 150_000n });
    const isLeft = (left: bigint) => left > 50_000n && left < 150_000n;
    await expectError(paid, payouts, "InsufficientGas", isLeft, 150_000n);
  });

  it("is in an estimate, so that a transaction with the estimate's gas pays", async () => {
    const { payouts, payee } = await loadFixture(deployWithThirstyPayee);
    const gasLimit = await payouts.payOut.estimateGas([CODE]);

    const paid = payouts.payOut([CODE], { gasLimit });
    await expect(paid).to.changeEtherBalance(ethers, payee, COMMISSION);
  });
});
