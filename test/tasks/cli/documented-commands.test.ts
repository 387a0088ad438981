import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { getAddress, id } from "ethers";
import { networks } from "../../../networks.ts";
import { buyTickets } from "../../../scripts/dev/rehearse/buy-tickets.ts";
import { type Ticket, Ticket__factory } from "../../../typechain-types/index.ts";
import { ROOT } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";
import { startWatch } from "../support/watching.ts";

const PAYEE = getAddress(id("payee of alice").slice(0, 42));
const TUTORIAL = "docs/team/1-try-on-sepolia.md";
const AFFILIATES = "docs/team/affiliates-and-payouts.md";

/**
 * This test skips commands that need a terminal, a service, a host or a simulated mainnet; other
 * tests run them.
 */
const ELSEWHERE = [
  /^npm run hardhat -- (keystore set|ticket verify) /,
  /^npm run (rehearse|build|check:site)\b/,
];

async function commandsOf(document: string): Promise<readonly string[]> {
  const text = await readFile(path.join(ROOT, document), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = ""]) => block.replaceAll(/\\\n */g, "").split(/\n(?!VITE_|END$)/m))
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter((line) => line !== "" && !ELSEWHERE.some((pattern) => pattern.test(line)));
}

describe("What the documents have their readers type, on a chain with Sepolia's id,", () => {
  let project: string;
  let node: TestNode;
  let ticket: Ticket;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(networks.sepolia.chainId);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
    for (const written of ["affiliates.csv", "payees.csv", "alice.svg", "links", ".env"]) {
      await rm(path.join(project, written), { recursive: true, force: true });
    }
  });

  async function run(command: string): Promise<void> {
    const [, task] = /hardhat -- ([^>]*)/.exec(command) ?? [];
    if (task === undefined) {
      execFileSync("sh", ["-c", command], { cwd: project });
      return;
    }
    const owner = (await node.provider.getSigner(0)).address;
    const words = task
      .trim()
      .replace(/--network \w+/, "--network rehearsal")
      .replace(/0xYour\w+/g, owner)
      .replace("0xTheirAccount", PAYEE)
      .split(/ +/);
    const env = {
      REHEARSAL_RPC_URL: node.url,
      VITE_SITE_URL: "https://tickets.example/",
    };
    if (words[1] === "watch") {
      const watching = startWatch({ project, env }, ...words.slice(2));
      await watching.saw(/ figures /);
      await watching.stop();
      return;
    }
    const { code, errors } = await runTask({ project, env }, ...words);
    expect(code, `${command}\n${errors}`).to.equal(0);
  }

  it("runs a sale, command by command, as the tutorial has it", async () => {
    const commands = await commandsOf(TUTORIAL);
    expect(commands.length).to.be.above(9);
    for (const command of commands) {
      await run(command);
      if (command.includes("ticket deploy")) {
        const record = path.join(project, "deployments/rehearsal/record.json");
        const { address } = JSON.parse(await readFile(record, "utf8"));
        ticket = Ticket__factory.connect(address, await node.provider.getSigner(5));
      }
    }
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await ticket.paused()).to.equal(false);
  });

  it("registers affiliates and pays them", async () => {
    await writeFile(path.join(project, "payees.csv"), `code,payee\nalice,${PAYEE}\n`);
    const commands = await commandsOf(AFFILIATES);
    const first = commands.findIndex((one) => one.includes("ticket deploy-payouts"));
    for (const command of commands.slice(0, first)) await run(command);
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await ticket.isAffiliateActive("bob-5")).to.equal(false);

    const paid = await buyTickets(ticket, await node.provider.getSigner(5), 10, "alice");
    for (const command of commands.slice(first)) await run(command);
    expect(await node.provider.getBalance(PAYEE)).to.equal((paid * 5n) / 100n);
  });
});
