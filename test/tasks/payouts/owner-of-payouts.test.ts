import { rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/dry-run.ts";
import type { Payouts } from "../../../typechain-types/index.ts";
import { printed } from "../support/money.ts";
import { type PaidSale, startPaidSale } from "../support/paid-sale.ts";
import { prepareOnce } from "../support/prepare-once.ts";
import { forgetDeployments } from "../support/project.ts";

describe("The owner's tasks with --payouts", () => {
  let sale: PaidSale;
  let payouts: Payouts;
  let books: string;
  let treasury: string;
  let due: bigint;

  before(async () => {
    sale = await startPaidSale(["alice"]);
    treasury = (await sale.accounts[7]?.getAddress()) ?? "";
  });

  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });

  describe("on a chain that each test finds anew", () => {
    prepareOnce(
      () => sale,
      async () => {
        payouts = await sale.deployPayouts();
        books = await payouts.getAddress();
        due = ((await sale.buy(3, "alice")) * 5n) / 100n;
      },
    );

    const fund = async (value: bigint) =>
      (await sale.owner.sendTransaction({ to: books, value })).wait();
    const withdraw = (...words: string[]) =>
      sale.task("ticket", "withdraw", "--payouts", "--to", treasury, ...words);

    it("withdraw what Payouts holds beyond what is due, and nothing of the Ticket", async () => {
      const surplus = parseEther("0.25");
      await fund(due + surplus);
      const [before, proceeds] = [await sale.balance(treasury), await ticketBalance()];
      const { code, output, errors } = await withdraw();
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`(rehearsal, ${books})`);
      expect(output).to.contain(`  surplus     ${printed(surplus)} -> all paid out\n`);
      expect(output).to.contain(`  due         ${printed(due)} to affiliates, which stays\n`);
      expect(output).to.contain(`  call        withdraw(${treasury}, ${surplus})\n`);
      expect((await sale.balance(treasury)) - before).to.equal(surplus);
      expect(await sale.balance(books)).to.equal(due);
      expect(await ticketBalance()).to.equal(proceeds);
    });

    const ticketBalance = async () => sale.balance(await sale.ticket.getAddress());

    it("withdraw nothing while Payouts holds no more than what is due", async () => {
      await fund(due);
      const nonce = await sale.owner.getNonce();
      const { code, output } = await withdraw();
      expect(code).to.equal(0);
      expect(output).to.match(
        /^due: .+ to affiliates, which stays\nThere is nothing to withdraw\. Nothing to do\.\n$/m,
      );
      expect(await sale.owner.getNonce()).to.equal(nonce);
      expect(await sale.balance(books)).to.equal(due);
    });

    it("pay no surplus back to Payouts, and send nothing with --dry-run", async () => {
      await fund(due + 1n);
      const own = await sale.task("ticket", "withdraw", "--payouts", "--to", books);
      expect(own.errors).to.equal("Error: --to is Payouts itself\n");
      const dry = await withdraw("--dry-run");
      expect(dry.code, dry.errors).to.equal(0);
      expect(dry.output).to.contain("  input       amount = 1\n");
      expect(dry.output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
      expect(await sale.balance(books)).to.equal(due + 1n);
    });

    it("hand over Payouts, and leave the Ticket with its owner", async () => {
      const [next, owner] = [await sale.accounts[1]?.getAddress(), await sale.owner.getAddress()];
      const offered = await sale.done("ticket", "transfer-ownership", next ?? "", "--payouts");
      expect(offered).to.contain(`  next owner  none -> ${next}\n`);
      expect(offered).to.contain("ticket accept-ownership --payouts --network rehearsal (as 0x");
      expect(await payouts.pendingOwner()).to.equal(next);
      expect(await sale.ticket.pendingOwner()).to.equal(ZeroAddress);

      await sale.done("ticket", "transfer-ownership", "none", "--payouts");
      expect(await payouts.pendingOwner()).to.equal(ZeroAddress);

      await sale.done("ticket", "transfer-ownership", next ?? "", "--payouts");
      const accepted = await sale.done("ticket", "accept-ownership", "--payouts");
      expect(accepted).to.contain(`  owner       ${owner} -> ${next}\n`);
      expect(accepted).to.contain(`${next}, the pending owner of Payouts`);
      expect(await payouts.owner()).to.equal(next);
      expect(await sale.ticket.owner()).to.equal(owner);
    });

    it("say what to do where no Payouts is recorded", async () => {
      await forgetPayouts();
      const { code, errors } = await sale.task("ticket", "accept-ownership", "--payouts");
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: No Payouts is recorded for rehearsal .+ ticket deploy-payouts /,
      );
    });

    const forgetPayouts = () =>
      rm(path.join(sale.project, "deployments/rehearsal/payouts-record.json"));
  });
});
