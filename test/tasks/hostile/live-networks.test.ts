import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { networkNames } from "../../../networks.ts";
import { isRehearsal } from "../../../scripts/tasks/record/sale.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import { NO_TERMINAL } from "../support/terminal.ts";

describe("Where real money may be meant", () => {
  const sale = useLiveSale("live networks");

  it("nothing is sent to mainnet when the question is not answered", async () => {
    await (await sale.ticket.setAffiliates(["alice"], true)).wait();
    const file = path.join(sale.project, "cache/live.csv");
    await writeFile(file, "code,name\ncarol,Carol\n");
    const block = await sale.node.provider.getBlockNumber();
    for (const task of [
      "affiliates add bob",
      "affiliates remove alice",
      `affiliates import ${file}`,
      "ticket pause",
      `ticket set-price ${typed(RAISED_PRICE)}`,
      "ticket deploy-renderer ipfs://bafy/",
    ]) {
      const { code, output, errors } = await sale.run(task);
      expect({ code, errors }, task).to.deep.equal({ code: 1, errors: NO_TERMINAL });
      expect(output, task).to.match(/^ {2}cost +about 0\.\d+ ETH /m);
    }
    expect(await sale.owner.getNonce("pending")).to.equal(1);
    expect(await sale.node.provider.getBlockNumber()).to.equal(block);
  });

  it("no network but the local ones is a rehearsal", () => {
    expect(networkNames.filter(isRehearsal)).to.deep.equal(["localhost"]);
  });
});
