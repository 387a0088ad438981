import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { maxPerPurchase } from "../../../collection.ts";
import { buyTickets } from "../../../scripts/dev/rehearse/buy-tickets.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { startAnvil, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const CODES = 1000;

describe("On anvil", () => {
  let project: string;
  let folder: string;
  let node: TestNode;
  let ticket: Ticket;

  async function done(...words: string[]): Promise<string> {
    const env = { REHEARSAL_RPC_URL: node.url };
    const { code, output, errors } = await runTask(
      { project, env },
      ...[...words, "--network", "rehearsal"],
    );
    expect(code, errors).to.equal(0);
    return output;
  }

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    folder = await mkdtemp(path.join(tmpdir(), "anvil-"));
    node = await startAnvil(1);
  });

  after(async () => {
    await node.close();
    await rm(folder, { recursive: true });
  });

  it("deploys, and changes nothing the second time", async () => {
    await done("ticket", "deploy");
    const record = JSON.parse(
      await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"),
    );
    ticket = Ticket__factory.connect(record.address, await node.provider.getSigner(0));
    expect(record.chainId).to.equal(1);
    expect(await ticket.owner()).to.equal(record.deployer);
    expect(await done("ticket", "deploy")).to.contain("Nothing to do.");
  });

  it(`imports ${CODES} codes in 10 transactions, at 33k gas a code at most`, async () => {
    const file = path.join(folder, "affiliates.csv");
    const codes = Array.from({ length: CODES }, (_, i) => `partner-${i}`);
    await writeFile(file, `code\n${codes.join("\n")}\n`);
    const owner = await ticket.owner();
    const nonce = await node.provider.getTransactionCount(owner);
    const output = await done("affiliates", "import", file);
    expect((await node.provider.getTransactionCount(owner)) - nonce).to.equal(10);
    const gas = Number(/([\d,]+) gas a code/.exec(output)?.[1]?.replaceAll(",", ""));
    expect(gas).to.be.within(20_000, 33_000);
    expect(await ticket.isAffiliateActive("partner-999")).to.equal(true);
  });

  it("reports a sale to the wei, pays it out, and then hands over", async () => {
    const buyer = await node.provider.getSigner(1);
    const paid = await buyTickets(ticket, buyer, maxPerPurchase, "partner-7");
    const { all, affiliates } = JSON.parse(await done("affiliates", "report", "--json"));
    const tickets = maxPerPurchase;
    expect(all).to.deep.equal({ purchases: 1, tickets, paidWei: String(paid) });
    expect(affiliates).to.have.length(CODES);

    const treasury = await node.provider.getSigner(9);
    const before = await node.provider.getBalance(treasury.address);
    await done("ticket", "withdraw", "--to", treasury.address);
    expect((await node.provider.getBalance(treasury.address)) - before).to.equal(paid);
    await done("ticket", "transfer-ownership", treasury.address);
    await done("ticket", "accept-ownership");
    expect(await ticket.owner()).to.equal(treasury.address);
  });
});
