import { expect } from "chai";
import { literally, printed } from "../support/money.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { forgetDeployments } from "../support/project.ts";

describe("affiliates report --commission", () => {
  let sale: PaidSale;

  before(async () => {
    sale = await startPaidSale(["alice", "bob"]);
    await sale.buy(3, "alice");
    await sale.buy(1, "bob");
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  it("has what each code earns: rounded down, by code, in wei for programs", async () => {
    const report = ["affiliates", "report", "--commission", "7.25"];
    const json = JSON.parse(await sale.done(...report, "--json"));
    expect(json.commissionBps).to.equal(725);
    const earned = json.affiliates.map(
      ({ paidWei }: { paidWei: string }) => (BigInt(paidWei) * 725n) / 10_000n,
    );
    expect(
      json.affiliates.map(({ commissionWei }: { commissionWei: string }) => commissionWei),
    ).to.deep.equal(earned.map(String));
    expect(json.withoutCode.commissionWei).to.equal("0");
    const sum = earned.reduce((all: bigint, wei: bigint) => all + wei, 0n);
    expect(json.all.commissionWei).to.equal(String(sum));

    const [header, first] = (await sale.done(...report, "--csv")).split("\n");
    expect(header).to.match(/^code,active,purchases,tickets,paid_wei,commission_wei,/);
    expect(first?.split(",")[5]).to.equal(String(earned[0]));

    const table = await sale.done(...report);
    expect(table).to.match(/^code +purchases +tickets +paid +commission +first sale/m);
    expect(table).to.match(/^\(no code\) +0 +0 +0 ETH +0 ETH$/m);
    expect(table).to.match(new RegExp(`^all .* ${literally(printed(sum))}$`, "m"));
  });

  it("refuses what is no percentage", async () => {
    for (const commission of ["0", "100.01", "5.125", "five"]) {
      const { code, errors } = await sale.task("affiliates", "report", "--commission", commission);
      expect(code).to.equal(1);
      expect(errors).to.contain("--commission is not a percentage above 0");
    }
  });
});
