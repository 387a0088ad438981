import { rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";
import { DRY_RUN_ENDS } from "../../../scripts/tasks/outbox/shown-calls.ts";
import type { Payouts } from "../../../typechain-types/index.ts";
import { ALICE, fivePercent, printed } from "../support/money.ts";
import { refusal, useSale } from "../support/sale.ts";

describe("The owner's tasks with --payouts", () => {
  let payouts: Payouts;
  let books: string;
  let due: bigint;

  const sale = useSale({ codes: ["alice"] }, async (prepared) => {
    payouts = await prepared.deployPayouts();
    books = await payouts.getAddress();
    due = fivePercent(await prepared.buy(3, "alice"));
  });

  const fund = async (value: bigint) =>
    (await sale.owner.sendTransaction({ to: books, value })).wait();
  const WITHDRAW = ["ticket", "withdraw", "--payouts", "--to"] as const;

  it("withdraw what Payouts holds beyond what is due, and nothing of the Ticket", async () => {
    const surplus = parseEther("0.25");
    await fund(due + surplus);
    const ticket = await sale.ticket.getAddress();
    const proceeds = await sale.balance(ticket);
    const output = await sale.done(...WITHDRAW, ALICE);
    expect(output).to.contain(`(rehearsal, ${books})`);
    expect(output).to.contain(`  surplus     ${printed(surplus)} -> all paid out\n`);
    expect(output).to.contain(`  due         ${printed(due)} to affiliates, which stays\n`);
    expect(output).to.contain(`  call        withdraw(${ALICE}, ${surplus})\n`);
    expect(await sale.balance(ALICE)).to.equal(surplus);
    expect(await sale.balance(books)).to.equal(due);
    expect(await sale.balance(ticket)).to.equal(proceeds);
  });

  it("withdraw nothing while Payouts holds no more than what is due", async () => {
    await fund(due);
    const { code, output, sent } = await sale.task(...WITHDRAW, ALICE);
    expect({ code, sent }).to.deep.equal({ code: 0, sent: 0 });
    expect(output).to.match(
      /^due: .+ to affiliates, which stays\nThere is nothing to withdraw\. Nothing to do\.\n$/m,
    );
  });

  it("pay no surplus back to Payouts, and send nothing with --dry-run", async () => {
    await fund(due + 1n);
    expect(await sale.task(...WITHDRAW, books)).to.deep.equal(refusal("--to is Payouts itself"));
    const { code, output, sent } = await sale.task(...WITHDRAW, ALICE, "--dry-run");
    expect({ code, sent }).to.deep.equal({ code: 0, sent: 0 });
    expect(output).to.contain("  input       amount = 1\n");
    expect(output.split("\n").at(-2)).to.equal(DRY_RUN_ENDS);
  });

  it("hand over Payouts, and leave the Ticket with its owner", async () => {
    const { address: next } = sale.account(1);
    const offer = (to: string) => sale.done("ticket", "transfer-ownership", to, "--payouts");
    const offered = await offer(next);
    expect(offered).to.contain(`  next owner  none -> ${next}\n`);
    expect(offered).to.contain("ticket accept-ownership --payouts --network rehearsal (as 0x");
    expect(await payouts.pendingOwner()).to.equal(next);
    expect(await sale.ticket.pendingOwner()).to.equal(ZeroAddress);

    await offer("none");
    expect(await payouts.pendingOwner()).to.equal(ZeroAddress);

    await offer(next);
    const accepted = await sale.done("ticket", "accept-ownership", "--payouts");
    expect(accepted).to.contain(`  owner       ${sale.owner.address} -> ${next}\n`);
    expect(accepted).to.contain(`${next}, the pending owner of Payouts`);
    expect(await payouts.owner()).to.equal(next);
    expect(await sale.ticket.owner()).to.equal(sale.owner.address);
  });

  it("say what to do where no Payouts is recorded", async () => {
    await rm(path.join(sale.project, "deployments/rehearsal/payouts-record.json"));
    expect(await sale.refused("ticket", "accept-ownership", "--payouts")).to.match(
      /^Error: No Payouts is recorded for rehearsal .+ ticket deploy-payouts /,
    );
  });
});
