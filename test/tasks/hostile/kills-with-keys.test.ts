import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { getAddress, getCreateAddress, id, keccak256, Wallet } from "ethers";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { FolderRenderer__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { seededInteger } from "../../support/random.ts";
import { runTask, startTask } from "../support/command.ts";
import { type KillAtSend, killsAtSends } from "../support/kill-points.ts";
import { PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, noteRehearsal, testProject } from "../support/project.ts";

/**
 * The node mines nothing between a kill and the next run, so that run finds the transaction
 * pending.
 */
const KILLS = Number(process.env.KILLS ?? 1);
const BLOCK_TIME_MS = 100;
const CODES = 250;

describe("With a key, on a chain of pending transactions", () => {
  let project: string;
  let folder: string;
  let node: TestNode;
  let sender: Wallet;
  let senders = 0;

  before(async () => {
    project = await testProject();
    folder = await mkdtemp(path.join(tmpdir(), "kills-"));
  });

  after(async () => {
    await forgetDeployments(project);
    await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    node = await startHardhatNode(1, BLOCK_TIME_MS);
    await node.provider.send("evm_setAutomine", [false]);
  });

  afterEach(() => node.close());

  /** Each kill gets a new account, because it must start at nonce 0. */
  async function newSender(): Promise<void> {
    senders += 1;
    sender = new Wallet(id(`sender ${senders}`), node.provider);
    await node.provider.send("hardhat_setBalance", [sender.address, "0x56bc75e2d63100000"]);
  }

  const command = (url: string) => ({
    project,
    env: {
      MAINNET_RPC_URL: url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: sender.privateKey,
    },
  });

  async function runKilled(at: KillAtSend, words: readonly string[]): Promise<void> {
    let sends = 0;
    let since = -1;
    let fatal: number | undefined;
    let blocks: Promise<unknown> | undefined;
    const proxy = await startRpcProxy(node.url, {
      before({ method }, number) {
        if (method === "eth_sendRawTransaction") sends += 1;
        if (sends >= at.send) since += 1;
        if (since !== at.requestsAfter || fatal !== undefined) return undefined;
        fatal = number;
        blocks = node.provider.send("evm_setIntervalMining", [0]);
        return at.answered ? undefined : kill();
      },
      after: (_, number) => (number === fatal ? kill() : undefined),
    });
    const started = startTask(command(proxy.url), ...words);
    function kill(): string {
      started.process.kill("SIGKILL");
      return "drop";
    }
    await started.ended;
    await blocks;
    await proxy.close();
  }

  /** Mines once the task sends a transaction, or repeats a request for the third time. */
  async function runAgain(words: readonly string[]): Promise<Ended> {
    const asked = new Map<string, number>();
    let blocks: Promise<unknown> | undefined;
    const proxy = await startRpcProxy(node.url, {
      after({ method, params }) {
        const question = `${method} ${JSON.stringify(params)}`;
        const times = (asked.get(question) ?? 0) + 1;
        asked.set(question, times);
        if (method === "eth_sendRawTransaction" || times === 3) {
          blocks ??= node.provider.send("evm_setIntervalMining", [BLOCK_TIME_MS]);
        }
        return undefined;
      },
    });
    const ended = await runTask(command(proxy.url), ...words);
    await (blocks ?? node.provider.send("evm_setIntervalMining", [BLOCK_TIME_MS]));
    await proxy.close();
    return ended;
  }

  function describeKill({ send, requestsAfter, answered }: KillAtSend): string {
    return `${requestsAfter} requests after send ${send}, ${answered ? "after" : "before"} it was answered`;
  }

  function deployWords(): string[] {
    const { address } = sender;
    return [
      ...[
        "ticket",
        "deploy",
        "--network",
        "mainnet",
        "--yes",
        "--single-owner",
        "--price",
        typed(PRICE),
      ],
      ...["--owner", address, "--royalty-receiver", address, "--royalty-bps", "500"],
    ];
  }

  async function deploySale(): Promise<void> {
    await newSender();
    await forgetDeployments(project);
    await noteRehearsal(project);
    const { code, errors } = await runTask(command(node.url), ...deployWords());
    expect(code, errors).to.equal(0);
  }

  async function record(): Promise<DeploymentRecord> {
    const file = path.join(project, "deployments/mainnet/record.json");
    return JSON.parse(await readFile(file, "utf8"));
  }

  it(`a deployment ends as it should after ${KILLS} kills at random points, and sends nothing twice`, async function () {
    this.timeout(90_000 * KILLS);
    for (const at of killsAtSends(2, KILLS, seededInteger(1559))) {
      await newSender();
      await forgetDeployments(project);
      await noteRehearsal(project);
      await runKilled(at, deployWords());

      const { code, output, errors } = await runAgain(deployWords());
      expect(code, `${describeKill(at)}: ${errors}${output}`).to.equal(0);
      const { address, codeHash, transactionHash } = await record();
      expect(keccak256(await node.provider.getCode(address))).to.equal(codeHash);
      const receipt = await node.provider.getTransactionReceipt(transactionHash);
      expect(receipt?.contractAddress, describeKill(at)).to.equal(address);
      expect(await sender.getNonce(), describeKill(at)).to.equal(2);
    }
  });

  it(`an import ends as it should after ${KILLS} kills at random points, and sends nothing twice`, async function () {
    this.timeout(90_000 * (KILLS + 1));
    await deploySale();
    const ticket = Ticket__factory.connect((await record()).address, node.provider);
    const file = path.join(folder, "affiliates.csv");
    const words = ["affiliates", "import", file, "--network", "mainnet", "--yes"];

    for (const [kill, at] of killsAtSends(3, KILLS, seededInteger(2718)).entries()) {
      const codes = Array.from({ length: CODES }, (_, index) => `kill${kill}-${index}`);
      await writeFile(file, `code\n${codes.join("\n")}\n`);
      const [nonce, block] = [await sender.getNonce(), await node.provider.getBlockNumber()];
      await runKilled(at, words);

      const { code, errors } = await runAgain(words);
      expect(code, `${describeKill(at)}: ${errors}`).to.equal(0);
      expect((await sender.getNonce()) - nonce, describeKill(at)).to.equal(3);
      const set = await ticket.queryFilter(ticket.filters.AffiliateSet(), block + 1);
      expect(
        set.map(({ args }) => args.code),
        describeKill(at),
      ).to.have.members(codes);
      expect(set.every(({ args }) => args.active)).to.equal(true);
    }
  });

  it(`a renderer's deployment ends as it should after ${KILLS} kills at random points, and is sent once`, async function () {
    this.timeout(90_000 * (KILLS + 1));
    await deploySale();

    for (const [kill, at] of killsAtSends(1, KILLS, seededInteger(1414)).entries()) {
      const folder = `ipfs://bafykill${kill}/`;
      const words = ["ticket", "deploy-renderer", folder, "--network", "mainnet", "--yes"];
      const nonce = await sender.getNonce();
      await runKilled(at, words);

      const { code, output, errors } = await runAgain(words);
      expect(code, `${describeKill(at)}: ${errors}`).to.equal(0);
      expect((await sender.getNonce()) - nonce, describeKill(at)).to.equal(1);
      const address = getCreateAddress({ from: sender.address, nonce });
      const renderer = FolderRenderer__factory.connect(address, node.provider);
      expect(await renderer.baseURI(), describeKill(at)).to.equal(folder);
      expect(output).to.contain(`set-renderer ${address} --network mainnet\n`);
    }
  });

  it(`payouts end as they should after ${KILLS} kills at random points: each affiliate is paid once, and nothing is lost`, async function () {
    this.timeout(90_000 * (KILLS + 1));
    await deploySale();
    const buyer = await node.provider.getSigner(1);
    const ticket = Ticket__factory.connect((await record()).address, buyer);
    const payees = ["alice", "bob", "carol"].map((code) => ({
      code,
      address: getAddress(id(code).slice(0, 42)),
    }));
    const file = path.join(folder, "affiliates.csv");
    const rows = payees.map(({ code, address }) => `${code},${address}`);
    await writeFile(file, `code,payee\n${rows.join("\n")}\n`);
    for (const words of [
      ["affiliates", "import", file],
      ["ticket", "deploy-payouts", "--commission", "5"],
      ["affiliates", "payees", "import", file],
    ]) {
      const live = [...words, "--network", "mainnet", "--yes"];
      const { code, errors } = await runTask(command(node.url), ...live);
      expect(code, errors).to.equal(0);
    }
    const words = ["affiliates", "pay", "--network", "mainnet", "--yes"];
    let paid = 0n;

    for (const at of killsAtSends(2, KILLS, seededInteger(1123))) {
      const value = await ticket.getAffiliatePriceForQuantity(1);
      paid += value;
      for (const { code } of payees) {
        await (await ticket.buyTicketWithAffiliate(buyer, 1, code, { value })).wait();
      }
      const nonce = await sender.getNonce();
      await runKilled(at, words);

      const { code, output, errors } = await runAgain(words);
      expect(code, `${describeKill(at)}: ${errors}${output}`).to.equal(0);
      for (const { address } of payees) {
        const received = await node.provider.getBalance(address);
        expect(received, describeKill(at)).to.equal((paid * 5n) / 100n);
      }
      expect((await sender.getNonce()) - nonce, describeKill(at)).to.equal(2);
    }
  });

  it(`Payouts is deployed once, and recorded, after ${KILLS} kills at random points`, async function () {
    this.timeout(90_000 * (KILLS + 1));
    const words = [
      "ticket",
      "deploy-payouts",
      "--commission",
      "5",
      "--network",
      "mainnet",
      "--yes",
    ];
    for (const at of killsAtSends(1, KILLS, seededInteger(2236))) {
      await deploySale();
      const nonce = await sender.getNonce();
      await runKilled(at, words);

      const { code, output, errors } = await runAgain(words);
      expect(code, `${describeKill(at)}: ${errors}${output}`).to.equal(0);
      expect((await sender.getNonce()) - nonce, describeKill(at)).to.equal(1);
      const text = await readFile(
        path.join(project, "deployments/mainnet/payouts-record.json"),
        "utf8",
      );
      const { address } = JSON.parse(text);
      expect(address).to.equal(getCreateAddress({ from: sender.address, nonce }));
    }
  });
});
