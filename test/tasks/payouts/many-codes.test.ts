import { expect } from "chai";
import { getAddress, id } from "ethers";
import type { Payouts } from "../../../typechain-types/index.ts";
import { printed } from "../support/money.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { forgetDeployments } from "../support/project.ts";

const CODES = Array.from({ length: 600 }, (_, i) => `partner-${i}`);
const payeeOf = (code: string) => getAddress(id(code).slice(0, 42));

describe("600 affiliates", () => {
  let sale: PaidSale;
  let payouts: Payouts;
  let paid: bigint;

  before(async () => {
    sale = await startPaidSale([]);
    for (let at = 0; at < CODES.length; at += 100) {
      await (await sale.ticket.setAffiliates(CODES.slice(at, at + 100), true)).wait();
    }
    payouts = await sale.deployPayouts();
    paid = await sale.ticket.getAffiliatePriceForQuantity(1);
    for (const code of CODES) await sale.buy(1, code);
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  it("get their payees in 6 transactions, and are paid in 6 after the one that funds them", async () => {
    const due = (paid * 5n) / 100n;
    const first = await sale.owner.getNonce();
    const named = await sale.namePayees(
      Object.fromEntries(CODES.map((code) => [code, payeeOf(code)])),
    );
    expect(named).to.contain("Done: 600 payees named");
    expect((await sale.owner.getNonce()) - first).to.equal(6);

    const output = await sale.done("affiliates", "pay");
    expect(output).to.contain(`Done: 600 affiliates paid, ${printed(600n * due)} in all`);
    expect((await sale.owner.getNonce()) - first).to.equal(6 + 7);
    for (const code of CODES) expect(await sale.balance(payeeOf(code))).to.equal(due);
    expect(await sale.balance(await payouts.getAddress())).to.equal(0n);
    const payments = JSON.parse(await sale.done("affiliates", "payments", "--json"));
    expect(payments.length).to.equal(600);
    expect(await sale.done("affiliates", "due")).to.contain("Nothing is due");
  });
});
