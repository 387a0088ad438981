import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import {
  endpointVariable,
  networkNames,
  networks,
  secondEndpointVariable,
} from "../../../networks.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { isRehearsal } from "../../../scripts/tasks/record/sale.ts";
import { FolderRenderer__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { KNOWN_ACCOUNT, KNOWN_KEY } from "../support/known-key.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const NO_TERMINAL = "Error: There is no terminal to confirm in: run it in one, or pass --yes\n";

describe("Where real money may be meant", () => {
  let project: string;

  before(async () => {
    project = await testProject();
  });

  beforeEach(() => forgetDeployments(project));
  after(() => forgetDeployments(project));

  const settings = (network: string, { url }: TestNode) => ({
    [endpointVariable(network)]: url,
    [secondEndpointVariable(network)]: `${url}/second`,
    DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
  });

  async function startSale(network: string, chainId: number) {
    const node = await startHardhatNode(chainId);
    const rehearsal = { project, env: { REHEARSAL_RPC_URL: node.url } };
    const { code, errors } = await runTask(
      rehearsal,
      ...["ticket", "deploy", "--network", "rehearsal"],
    );
    expect(code, errors).to.equal(0);
    const deployments = path.join(project, "deployments");
    const record: DeploymentRecord = JSON.parse(
      await readFile(path.join(deployments, "rehearsal/record.json"), "utf8"),
    );
    await mkdir(path.join(deployments, network), { recursive: true });
    await writeFile(
      path.join(deployments, network, "record.json"),
      JSON.stringify({ ...record, network, chainId }),
    );
    const ticket = Ticket__factory.connect(record.address, node.provider);
    return { node, ticket, command: { project, env: settings(network, node) } };
  }

  async function expectNothingSent(
    node: TestNode,
    run: () => Promise<Pick<Ended, "code"> & Partial<Ended>>,
  ): Promise<Partial<Ended>> {
    const sent = await node.provider.getTransactionCount(KNOWN_ACCOUNT, "pending");
    const block = await node.provider.getBlockNumber();
    const { code, ...said } = await run();
    expect(code, JSON.stringify(said)).to.equal(1);
    expect(await node.provider.getTransactionCount(KNOWN_ACCOUNT, "pending")).to.equal(sent);
    expect(await node.provider.getBlockNumber()).to.equal(block);
    return said;
  }

  // One function decides for all networks. The loop below checks its result for each network.
  for (const network of ["mainnet", "polygon"] as const) {
    const { chainId, currency } = networks[network];
    it(`nothing is sent to ${network} when the question is not answered`, async () => {
      const { node, ticket, command } = await startSale(network, chainId);
      const asOwner = ticket.connect(await node.provider.getSigner(0));
      await (await asOwner.setAffiliates(["alice"], true)).wait();
      const file = path.join(project, "cache/live.csv");
      await writeFile(file, "code,name\ncarol,Carol\n");
      const more = [
        "affiliates remove alice",
        `affiliates import ${file}`,
        `ticket set-price ${typed(RAISED_PRICE)}`,
      ];
      for (const task of [
        "affiliates add bob",
        "ticket pause",
        ...(network === "mainnet" ? more : []),
      ]) {
        const { output, errors } = await expectNothingSent(node, () =>
          runTask(command, ...task.split(" "), "--network", network),
        );
        expect(errors, task).to.equal(NO_TERMINAL);
        expect(output, task).to.match(/ -> .+\n/);
        expect(output, task).to.match(
          new RegExp(`^ {2}cost +about 0\\.\\d+ ${currency.symbol} `, "m"),
        );
      }
      const words = ["affiliates", "add", "bob", "--yes", "--network", network];
      const { code, errors } = await runTask(command, ...words);
      expect(code, errors).to.equal(0);
      expect(await ticket.isAffiliateActive("bob")).to.equal(true);
      await node.close();
    });
  }

  it("a deployment to sepolia has no default arguments, as on each live network", async () => {
    const node = await startHardhatNode(networks.sepolia.chainId);
    const command = { project, env: settings("sepolia", node) };
    const { errors } = await expectNothingSent(node, () =>
      runTask(command, "ticket", "deploy", "--yes", "--network", "sepolia"),
    );
    expect(errors).to.equal(
      "Error: A live network needs --owner, --price, --royalty-receiver, --royalty-bps\n",
    );
    await node.close();
    expect(networkNames.filter(isRehearsal)).to.deep.equal(["localhost"]);
  });

  it("a renderer is deployed only after the question, with both endpoints asked", async () => {
    const { node, command } = await startSale("mainnet", 1);
    const words = ["ticket", "deploy-renderer", "ipfs://bafy/", "--network", "mainnet"] as const;
    const { output, errors } = await expectNothingSent(node, () => runTask(command, ...words));
    expect(errors).to.equal(NO_TERMINAL);
    expect(output).to.contain("  creation    new FolderRenderer(ipfs://bafy/)\n");
    expect(output).to.match(/^ {2}cost +about 0\.\d+ ETH /m);

    const ended = await runTask(command, ...words, "--yes");
    expect(ended.code, ended.errors).to.equal(0);
    expect(ended.errors).to.equal("");
    const [, address = ""] = /^FolderRenderer is at (0x\w{40})\./m.exec(ended.output) ?? [];
    const renderer = FolderRenderer__factory.connect(address, node.provider);
    expect(await renderer.baseURI()).to.equal("ipfs://bafy/");
    await node.close();
  });

  it("a wrong answer in the terminal sends no code, and the right one does", async () => {
    const { node, ticket, command } = await startSale("mainnet", 1);
    const words = ["affiliates", "add", "alice", "--network", "mainnet"] as const;
    for (const typed of ["no", "", "y"]) {
      const { output } = await expectNothingSent(node, async () => {
        const run = startInTerminal(command, ...words);
        await run.answer(/Type \w+ to go on: /, typed);
        return run.ended;
      });
      expect(output).to.contain("Error: Not confirmed: nothing was sent\n");
      expect(await ticket.isAffiliateActive("alice")).to.equal(false);
    }
    const run = startInTerminal(command, ...words);
    await run.answer(/Type yes to go on: /, "yes");
    const { code, output } = await run.ended;
    expect(code, output).to.equal(0);
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    await node.close();
  });
});
