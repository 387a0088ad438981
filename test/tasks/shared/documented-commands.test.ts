import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { getAddress, id } from "ethers";
import { networks } from "../../../networks.ts";
import { buyTickets } from "../../../scripts/dev/rehearse/buy-tickets.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { ROOT } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const PAYEE = getAddress(id("payee of alice").slice(0, 42));

/** The tasks of a document's `sh` blocks, in its order. */
async function tasksOf(document: string): Promise<readonly string[]> {
  const text = await readFile(path.join(ROOT, document), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").split("\n"))
    .map((line) => /hardhat -- ((?:ticket|affiliates) [^#>]*)/.exec(line)?.[1]?.trim() ?? "")
    .filter((line) => line !== "");
}

describe("What the documents have their readers type, on a chain with Sepolia's id,", () => {
  let project: string;
  let node: TestNode;

  before(async function () {
    // The first to ask for a project waits for its compiler.
    this.timeout(180_000);
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(networks.sepolia.chainId);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
    for (const written of ["affiliates.csv", "payees.csv", "alice.svg", "links"]) {
      await rm(path.join(project, written), { recursive: true, force: true });
    }
  });

  /** With the reader's own addresses in the place of made-up ones. */
  async function run(command: string): Promise<string> {
    const owner = (await node.provider.getSigner(0)).address;
    const words = command
      .replace(/--network \w+/, "--network rehearsal")
      .replace(/0xYour\w+/g, owner)
      .replace("0xTheirAccount", PAYEE)
      .split(/ +/);
    const env = { REHEARSAL_RPC_URL: node.url, VITE_SITE_URL: "https://tickets.example/" };
    const { code, output, errors } = await runTask({ project, env }, ...words);
    expect(code, `${command}\n${errors}`).to.equal(0);
    return output;
  }

  it("deploys a sale, registers affiliates and pays them", async function () {
    this.timeout(120_000);
    const [deploy = ""] = (await tasksOf("README.md")).filter((one) => /^ticket deploy/.test(one));
    await run(deploy);
    const record = path.join(project, "deployments/rehearsal/record.json");
    const { address } = JSON.parse(await readFile(record, "utf8"));
    const buyer = await node.provider.getSigner(5);
    const ticket = Ticket__factory.connect(address, buyer);

    await writeFile(path.join(project, "affiliates.csv"), "code,name\nalice,Alice A.\nbob-5,Bob\n");
    await writeFile(path.join(project, "payees.csv"), `code,payee\nalice,${PAYEE}\n`);
    const commands = await tasksOf("docs/team/affiliates-and-payouts.md");
    const first = commands.findIndex((one) => one.startsWith("ticket deploy-payouts"));
    for (const command of commands.slice(0, first)) await run(command);
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await ticket.isAffiliateActive("bob-5")).to.equal(false);

    const paid = await buyTickets(ticket, buyer, 10, "alice");
    for (const command of commands.slice(first)) await run(command);
    expect(await node.provider.getBalance(PAYEE)).to.equal((paid * 5n) / 100n);
  });
});
