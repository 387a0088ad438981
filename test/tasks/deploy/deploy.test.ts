import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { keccak256 } from "ethers";
import {
  endpointVariable,
  type NetworkName,
  networks,
  secondEndpointVariable,
} from "../../../networks.ts";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "../support/command.ts";
import { useDeployments } from "../support/deployments.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { literally, PRICE, printed, SYMBOL, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, noteRehearsal, testProject } from "../support/project.ts";

const TERMS = ["--price", typed(PRICE), "--royalty-bps", "500"] as const;

describe("ticket deploy", () => {
  let project: string;
  const readRecord = async (network: string): Promise<DeploymentRecord> =>
    JSON.parse(await readFile(path.join(project, "deployments", network, "record.json"), "utf8"));

  before(async () => {
    project = await testProject();
  });

  beforeEach(() => forgetDeployments(project));

  async function expectSale(node: TestNode, network: string): Promise<DeploymentRecord> {
    const record = await readRecord(network);
    const ticket = Ticket__factory.connect(record.address, node.provider);
    const code = await node.provider.getCode(record.address);
    expect(record.codeHash).to.equal(keccak256(code));
    expect(record.arguments).to.deep.equal({
      owner: await ticket.owner(),
      ticketPrice: (await ticket.ticketPrice()).toString(),
      royaltyReceiver: (await ticket.royaltyInfo(1, 10_000))[0],
      royaltyBps: Number((await ticket.royaltyInfo(1, 10_000))[1]),
      renderer: await ticket.renderer(),
      startPaused: await ticket.paused(),
    });
    expect(await ticket.tokenURI.staticCall(1).catch(() => "none sold")).to.equal("none sold");
    const receipt = await node.provider.getTransactionReceipt(record.transactionHash);
    expect(receipt?.contractAddress).to.equal(record.address);
    expect(receipt?.blockNumber).to.equal(record.blockNumber);
    expect(record.compiler.version).to.match(/^0\.8\.37\+commit\./);
    expect(record.commit).to.match(/^[0-9a-f]{40}$/);
    return record;
  }

  /** Expects each hash, its block, its link and what comes next. */
  function expectProgress(output: string, network: NetworkName): void {
    const url = literally(networks[network].explorer?.url ?? "");
    const linked = (before: string, found: string, after: string, page: "tx" | "address") =>
      `${before}(${found})${after}\n  ${url}/${page}/(\\S+)\n`;
    const steps = (name: string, next: string) =>
      linked("Sent ", "\\S+", `, which creates ${name}\\. Waiting for it to be mined\\.`, "tx") +
      linked(
        `${name} is in block \\d+, at `,
        "\\S+",
        `\\. Next: 4 more blocks, then ${next}\\.`,
        "address",
      );
    const all = `\n${steps("TicketRenderer", "Ticket")}${steps("Ticket", "reading all of it back")}`;
    const [, ...found] = new RegExp(all).exec(output) ?? [];
    expect(found, output).to.have.length(8);
    for (let i = 0; i < found.length; i += 2) expect(found[i + 1]).to.equal(found[i]);
  }

  it("[T-01] [T-03] deploys to a local chain with defaults, records what is there, and starts again without the files", async () => {
    const node = await startHardhatNode(31337);
    const env = { LOCALHOST_RPC_URL: node.url };
    const first = await runTask({ project, env }, "ticket", "deploy", "--network", "localhost");
    expect(first.code, first.errors).to.equal(0);
    const record = await expectSale(node, "localhost");
    const currency = networks.localhost.currency.symbol;
    expect(record.arguments.ticketPrice).to.equal(PRICE.toString());
    for (const check of ["endpoints", "nonce", "gas", "cost", "balance", "owner", "price"]) {
      expect(first.output).to.match(new RegExp(`^(pass|warn)  ${check} `, "m"));
    }
    expect(first.output).to.match(
      new RegExp(`cost +about 0\\.\\d+ ${currency} \\([\\d,]+ gas, base fee .+\\)$`, "m"),
    );

    const again = await runTask({ project, env }, "ticket", "deploy", "--network", "localhost");
    expect(again.code).to.equal(0);
    expect(again.output).to.equal(
      `Ticket is already deployed to localhost at ${record.address}. Nothing to do.\n`,
    );
    expect(await node.provider.getTransactionCount(record.deployer)).to.equal(2);

    await forgetDeployments(project);
    await runTask({ project, env }, "ticket", "deploy", "--network", "localhost");
    expect((await readRecord("localhost")).address).not.to.equal(record.address);
    await node.close();
  });

  // Those of the specification, and one with another currency.
  for (const network of ["mainnet", "sepolia", "base", "polygon"] as const) {
    const { chainId, currency } = networks[network];
    it(`[T-01] deploys to ${network} with one command, once rehearsed, committed and owned by a Safe`, async () => {
      const node = await startHardhatNode(chainId, 100);
      const others = (await node.provider.listAccounts()).slice(1, 4);
      const address = await (await deploySafeWallet(others, 2)).getAddress();
      const second = await startRpcProxy(node.url);
      await noteRehearsal(project);
      const { code, output, errors } = await runTask(
        {
          project,
          env: {
            [endpointVariable(network)]: node.url,
            [secondEndpointVariable(network)]: second.url,
            DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
          },
        },
        ...["ticket", "deploy", "--network", network, "--paused", "--yes", ...TERMS],
        ...["--owner", address, "--royalty-receiver", address],
      );
      expect(code, errors + output).to.equal(0);
      expect(output).not.to.match(/^(warn|fail) /m);
      expect(output).to.match(new RegExp(`^pass {2}cost +about [\\d.]+ ${currency.symbol} `, "m"));
      expect(output).to.contain(`${printed(PRICE, chainId)}, sales paused`);
      expect(output).to.contain("the same code was rehearsed");
      expect(output).to.contain("a Safe (2 of 3)");
      expectProgress(output, network);
      const deployed = await expectSale(node, network);
      expect(deployed.arguments).to.include({ owner: address, startPaused: true });
      await second.close();
      await node.close();
    });
  }
});

describe("Before a live network, ticket deploy", () => {
  const on = useDeployments();

  it("asks, and sends nothing when the question is not answered", async () => {
    await noteRehearsal(on.project);
    const { code, output, errors } = await on.deploy({}, "--single-owner");
    expect(code).to.equal(1);
    expect(output).to.match(/^pass {2}owner +0x\w{40}, a single account, as meant$/m);
    expect(errors).to.equal(
      "Error: There is no terminal to confirm in. Run the command in a terminal, or pass --yes\n",
    );
    expect(await on.node.provider.getBlockNumber()).to.equal(0);
  });

  it("stops on all that is wrong at once, and sends nothing", async () => {
    // Two nodes that start in the same second share a genesis.
    const genesis = { number: "0x0", hash: `0x${"ab".repeat(32)}` };
    const other = await startRpcProxy(on.node.url, {
      before: ({ method, params }) =>
        method === "eth_getBlockByNumber" && params[0] === "0x0" ? { result: genesis } : undefined,
    });
    const file = path.join(on.project, "networks.ts");
    const networks = await readFile(file, "utf8");
    await writeFile(file, "\n", { flag: "a" });
    const poor = {
      DEPLOYER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
      MAINNET_SECOND_RPC_URL: other.url,
    };
    const { code, output, errors } = await on.deploy(poor, "--yes");
    await writeFile(file, networks);
    await other.close();
    expect(code).to.equal(1);
    expect(errors).to.equal(
      "Error: The preflight fails (endpoints, balance, rehearsal, commit, owner). Nothing was sent.\n",
    );
    for (const line of [
      /^fail {2}endpoints .+ with another genesis block\./m,
      new RegExp(
        `^fail {2}balance .+ is insufficient\\. The deployer needs 0\\.\\d+ ${SYMBOL} `,
        "m",
      ),
      /^fail {2}rehearsal .+ Run: npm run rehearse/m,
      /^fail {2}commit .+uncommitted changes/m,
      /^fail {2}owner .+is a single account\. Use a Safe/m,
    ]) {
      expect(output).to.match(line);
    }
    expect(await on.node.provider.getBlockNumber()).to.equal(0);
  });

  it("refuses a fee above the cap, and transactions that are pending", async () => {
    const { provider } = on.node;
    await provider.send("hardhat_setNextBlockBaseFeePerGas", ["0xba43b7400"]);
    await provider.send("evm_mine", []);
    await provider.send("evm_setAutomine", [false]);
    const { address } = await provider.getSigner(0);
    await provider.send("eth_sendTransaction", [{ from: address, to: address }]);
    const { output, errors } = await on.deploy({}, "--yes", "--single-owner");
    expect(errors).to.match(/^Error: The preflight fails \(nonce, fee, rehearsal\)/, output);
    expect(output).to.match(/^fail {2}nonce .+1 of its transactions are pending/m);
    expect(output).to.match(/^fail {2}fee .+above the cap of 100 gwei/m);
  });
});
