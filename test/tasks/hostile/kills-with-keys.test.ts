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

/** Counts requests from a transaction on, because a polling task's number of requests varies. */
interface KillAtSend {
  readonly send: number;
  readonly requestsAfter: number;
  readonly answered: boolean;
}

/**
 * Chooses the points just after each transaction (last one first), then those just before each,
 * then random points.
 */
function killsAtSends(sends: number, count: number, next: (below: number) => number): KillAtSend[] {
  const points = [true, false].flatMap((answered) =>
    Array.from({ length: sends }, (_, i) => ({ send: sends - i, requestsAfter: 0, answered })),
  );
  while (points.length < count) {
    points.push({ send: 1 + next(sends), requestsAfter: next(12), answered: next(2) === 0 });
  }
  return points.slice(0, count);
}

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

  const live = (task: string) => [...task.split(" "), "--network", "mainnet", "--yes"];

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

  async function deploy(): Promise<string> {
    await newSender();
    await forgetDeployments(project);
    await noteRehearsal(project);
    const { address } = sender;
    return `ticket deploy --single-owner --price ${typed(PRICE)} --owner ${address} --royalty-receiver ${address} --royalty-bps 500`;
  }

  async function done(task: string): Promise<void> {
    const { code, errors } = await runTask(command(node.url), ...live(task));
    expect(code, errors).to.equal(0);
  }

  async function record(name = "record.json"): Promise<DeploymentRecord> {
    const file = path.join(project, "deployments/mainnet", name);
    return JSON.parse(await readFile(file, "utf8"));
  }

  async function writeCsv(...lines: readonly string[]): Promise<string> {
    const file = path.join(folder, "affiliates.csv");
    await writeFile(file, `${lines.join("\n")}\n`);
    return file;
  }

  interface Check {
    readonly output: string;
    /** The sender's nonce before the kill. */
    readonly nonce: number;
    readonly said: string;
  }

  /** A task that sends `sends` transactions. */
  interface Killed {
    readonly what: string;
    readonly sends: number;
    readonly seed: number;
    before?(): Promise<void>;
    /** @returns the task of this kill */
    task(kill: number): Promise<string>;
    check(found: Check, kill: number): Promise<void>;
  }

  const deploySale = async () => done(await deploy());
  const codesOf = (kill: number) =>
    Array.from({ length: CODES }, (_, index) => `kill${kill}-${index}`);
  const payees = ["alice", "bob", "carol"].map((code) => ({
    code,
    address: getAddress(id(code).slice(0, 42)),
  }));
  let block: number;
  let paid = 0n;

  const killed: readonly Killed[] = [
    {
      what: "a deployment ends as it should, and sends nothing twice",
      sends: 2,
      seed: 1559,
      task: deploy,
      async check({ said }) {
        const { address, codeHash, transactionHash } = await record();
        expect(keccak256(await node.provider.getCode(address))).to.equal(codeHash);
        const receipt = await node.provider.getTransactionReceipt(transactionHash);
        expect(receipt?.contractAddress, said).to.equal(address);
      },
    },
    {
      what: "an import ends as it should, and sends nothing twice",
      sends: 3,
      seed: 2718,
      before: deploySale,
      async task(kill) {
        block = await node.provider.getBlockNumber();
        return `affiliates import ${await writeCsv("code", ...codesOf(kill))}`;
      },
      async check({ said }, kill) {
        const ticket = Ticket__factory.connect((await record()).address, node.provider);
        const set = await ticket.queryFilter(ticket.filters.AffiliateSet(), block + 1);
        expect(
          set.map(({ args }) => args.code),
          said,
        ).to.have.members(codesOf(kill));
        expect(set.every(({ args }) => args.active)).to.equal(true);
      },
    },
    {
      what: "a renderer is deployed once",
      sends: 1,
      seed: 1414,
      before: deploySale,
      task: async (kill) => `ticket deploy-renderer ipfs://bafykill${kill}/`,
      async check({ output, nonce, said }, kill) {
        const address = getCreateAddress({ from: sender.address, nonce });
        const renderer = FolderRenderer__factory.connect(address, node.provider);
        expect(await renderer.baseURI(), said).to.equal(`ipfs://bafykill${kill}/`);
        expect(output).to.contain(`set-renderer ${address} --network mainnet\n`);
      },
    },
    {
      what: "each affiliate is paid once, and nothing is lost",
      sends: 2,
      seed: 1123,
      async before() {
        await deploySale();
        const rows = payees.map(({ code, address }) => `${code},${address}`);
        const file = await writeCsv("code,payee", ...rows);
        await done(`affiliates import ${file}`);
        await done("ticket deploy-payouts --commission 5");
        await done(`affiliates payees import ${file}`);
      },
      async task() {
        const buyer = await node.provider.getSigner(1);
        const ticket = Ticket__factory.connect((await record()).address, buyer);
        const value = await ticket.getAffiliatePriceForQuantity(1);
        paid += value;
        for (const { code } of payees) {
          await (await ticket.buyTicketWithAffiliate(buyer, 1, code, { value })).wait();
        }
        return "affiliates pay";
      },
      async check({ said }) {
        for (const { address } of payees) {
          expect(await node.provider.getBalance(address), said).to.equal((paid * 5n) / 100n);
        }
      },
    },
    {
      what: "Payouts is deployed once, and recorded",
      sends: 1,
      seed: 2236,
      async task() {
        await deploySale();
        return "ticket deploy-payouts --commission 5";
      },
      async check({ nonce }) {
        const { address } = await record("payouts-record.json");
        expect(address).to.equal(getCreateAddress({ from: sender.address, nonce }));
      },
    },
  ];
  for (const { what, sends, seed, before: prepare, task, check } of killed) {
    it(`${what}, after ${KILLS} kills at random points`, async function () {
      this.timeout(90_000 * (KILLS + 1));
      await prepare?.();
      for (const [kill, at] of killsAtSends(sends, KILLS, seededInteger(seed)).entries()) {
        const words = live(await task(kill));
        const nonce = await sender.getNonce();
        await runKilled(at, words);

        const { code, output, errors } = await runAgain(words);
        const said = `${at.requestsAfter} requests after send ${at.send}, ${at.answered ? "after" : "before"} it was answered`;
        expect(code, `${said}: ${errors}${output}`).to.equal(0);
        expect((await sender.getNonce()) - nonce, said).to.equal(sends);
        await check({ output, nonce, said }, kill);
      }
    });
  }
});
