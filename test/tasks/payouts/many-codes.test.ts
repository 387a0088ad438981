import { expect } from "chai";
import { getAddress, id } from "ethers";
import { fivePercent, printed } from "../support/money.ts";
import { useSale } from "../support/sale.ts";

const CODES = Array.from({ length: 201 }, (_, i) => `partner-${i}`);
const payeeOf = (code: string) => getAddress(id(code).slice(0, 42));

describe("201 affiliates", () => {
  const sale = useSale();

  it("get their payees in 3 transactions, and are paid in 3 after the one that funds them", async () => {
    for (let at = 0; at < CODES.length; at += 100) {
      await (await sale.ticket.setAffiliates(CODES.slice(at, at + 100), true)).wait();
    }
    const payouts = await sale.deployPayouts();
    for (const code of CODES) await sale.buy(1, code);
    const due = fivePercent(await sale.ticket.getAffiliatePriceForQuantity(1));
    const first = await sale.owner.getNonce();
    const named = await sale.namePayees(
      Object.fromEntries(CODES.map((code) => [code, payeeOf(code)])),
    );
    expect(named).to.contain("Done: 201 payees named");
    expect((await sale.owner.getNonce()) - first).to.equal(3);

    const { output, sent } = await sale.task("affiliates", "pay");
    expect(output).to.contain(`Done: 201 affiliates paid, ${printed(201n * due)} in all`);
    expect(sent).to.equal(4);
    const [, quoted = ""] = /\(4 transactions, ([\d,]+) gas/.exec(output) ?? [];
    // 56k for a payee that is new to the chain.
    expect(Number(quoted.replaceAll(",", ""))).to.be.within(201 * 56_000, 201 * 65_000);
    for (const code of CODES) expect(await sale.balance(payeeOf(code))).to.equal(due);
    expect(await sale.balance(await payouts.getAddress())).to.equal(0n);
    const payments = JSON.parse(await sale.done("affiliates", "payments", "--json"));
    expect(payments.length).to.equal(201);
    expect(await sale.done("affiliates", "due")).to.contain("Nothing is due");
  });
});
