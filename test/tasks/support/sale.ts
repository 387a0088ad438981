import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Wallet } from "ethers";
import { buyTickets } from "../../../scripts/dev/rehearse/buy-tickets.ts";
import { Payouts__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { type Interference, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "./command.ts";
import { KNOWN_KEY } from "./known-key.ts";
import { startHardhatNode } from "./node.ts";
import { fundedWallet } from "./owned-sale.ts";
import { prepareOnce } from "./prepare-once.ts";
import { forgetDeployments, testProject } from "./project.ts";
import { startInTerminal } from "./terminal.ts";

/** `sent` counts the owner's transactions that a block included meanwhile. */
export interface TaskEnded extends Ended {
  readonly sent: number;
}

/** A task that sends nothing because of its input or the sale's state. */
export function refusal(line: string): TaskEnded {
  return { code: 1, output: "", errors: `Error: ${line}\n`, sent: 0 };
}

/** A task that has nothing to send. */
export function idle(line: string): TaskEnded {
  return { code: 0, output: `${line}\n`, errors: "", sent: 0 };
}

export interface SaleSettings {
  readonly chainId?: number;
  readonly codes?: readonly string[];
  /** Names a new wallet without transactions. By default the first account deploys and owns. */
  readonly owner?: string;
  readonly deploy?: readonly string[];
}

type Env = Readonly<Record<string, string>>;

/** A sale on a node with mainnet's rules. The tasks' network is `rehearsal`, unless they say so. */
export type TestSale = Readonly<Awaited<ReturnType<typeof startSale>>>;

/** Each test starts from what `prepare` left, if it is given. */
export function useSale(
  settings: SaleSettings = {},
  prepare?: (sale: TestSale) => Promise<unknown>,
): TestSale {
  const sale = {} as TestSale;
  before(async () => void Object.assign(sale, await startSale(settings)));
  if (prepare !== undefined) {
    prepareOnce(
      () => sale,
      async () => void (await prepare(sale)),
    );
  }
  after(async () => {
    await sale.node.close();
    await forgetDeployments(sale.project);
  });
  return sale;
}

async function startSale(settings: SaleSettings) {
  const { chainId = 1, codes = [], deploy = [] } = settings;
  const project = await testProject();
  await forgetDeployments(project);
  const node = await startHardhatNode(chainId);
  const { url, provider } = node;
  const accounts = await provider.listAccounts();
  const owner = settings.owner
    ? await fundedWallet(node, settings.owner)
    : new Wallet(KNOWN_KEY, provider);

  const run = async (env: Env, ...words: string[]): Promise<TaskEnded> => {
    const before = await provider.getTransactionCount(owner.address);
    const ended = await runTask({ project, env }, ...words);
    return { ...ended, sent: (await provider.getTransactionCount(owner.address)) - before };
  };
  const taskWith = (env: Env, ...words: string[]) =>
    run({ REHEARSAL_RPC_URL: url, ...env }, ...words, "--network", "rehearsal");
  const task = (...words: string[]) => taskWith({}, ...words);
  /** Returns what a successful task printed. */
  const done = async (...words: string[]) => {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  };
  const mainnet = {
    MAINNET_RPC_URL: url,
    MAINNET_SECOND_RPC_URL: `${url}/second`,
    DEPLOYER_PRIVATE_KEY: owner.privateKey,
  };
  const folder = path.join(project, "deployments/rehearsal");
  /** Parses a file of the sale's folder `deployments/rehearsal`. */
  const recorded = async (file: string): Promise<ReturnType<JSON["parse"]>> =>
    JSON.parse(await readFile(path.join(folder, file), "utf8"));
  const writeCsv = async (text: string | Buffer) => {
    const file = path.join(project, "deployments/list.csv");
    await writeFile(file, text);
    return file;
  };
  const account = (index: number) => {
    const found = accounts[index];
    if (found === undefined) throw new Error(`The node has no account ${index}`);
    return found;
  };

  await done("ticket", "deploy", "--owner", owner.address, ...deploy);
  const ticket = Ticket__factory.connect((await recorded("record.json")).address, owner);
  if (codes.length > 0) await (await ticket.setAffiliates([...codes], true)).wait();
  return {
    project,
    node,
    owner,
    ticket,
    account,
    task,
    taskWith,
    done,
    writeCsv,
    recorded,
    /** Runs the task over an endpoint that interferes. */
    async taskOver(interference: Interference, ...words: string[]) {
      const proxy = await startRpcProxy(url, interference);
      try {
        return await taskWith({ REHEARSAL_RPC_URL: proxy.url }, ...words);
      } finally {
        await proxy.close();
      }
    },
    /** Returns the errors of a task that failed and sent nothing. */
    async refused(...words: string[]) {
      const { code, output, errors, sent } = await task(...words);
      expect({ code, sent }, output + errors).to.deep.equal({ code: 1, sent: 0 });
      return errors;
    },
    /** Runs the task with the owner's key, on `mainnet` (see `recordAsMainnet`). */
    onMainnet: (...words: string[]) => run(mainnet, ...words, "--network", "mainnet"),
    onMainnetWith: (env: Env, ...words: string[]) =>
      run({ ...mainnet, ...env }, ...words, "--network", "mainnet"),
    /** The same, in a terminal. */
    typed: (...words: string[]) =>
      startInTerminal({ project, env: mainnet }, ...words, "--network", "mainnet"),
    balance: (of: string) => provider.getBalance(of),
    /** Wei paid. */
    buy: (quantity: number, code: string | null = null, buyer = account(5)) =>
      buyTickets(ticket, buyer, quantity, code),
    async deployPayouts(...options: string[]) {
      await rm(path.join(folder, "payouts-record.json"), { force: true });
      await done("ticket", "deploy-payouts", "--commission", "5", ...options);
      const { address } = await recorded("payouts-record.json");
      return Payouts__factory.connect(address, owner);
    },
    async namePayees(payees: Env) {
      const rows = Object.entries(payees).map(([code, payee]) => `${code},${payee}\n`);
      const file = await writeCsv(`code,payee\n${rows.join("")}`);
      return await done("affiliates", "payees", "import", file);
    },
  };
}
