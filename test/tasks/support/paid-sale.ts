import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { JsonRpcSigner } from "ethers";
import type { Payouts, Ticket } from "../../../typechain-types/index.ts";
import { Payouts__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "./command.ts";
import { startHardhatNode, type TestNode } from "./node.ts";
import { forgetDeployments, testProject } from "./project.ts";

export interface PaidSale {
  readonly project: string;
  readonly node: TestNode;
  readonly accounts: readonly JsonRpcSigner[];
  readonly owner: JsonRpcSigner;
  readonly ticket: Ticket;
  task(...words: string[]): ReturnType<typeof runTask>;
  taskAt(url: string, ...words: string[]): ReturnType<typeof runTask>;
  done(...words: string[]): Promise<string>;
  /** Wei paid. */
  buy(quantity: number, code: string, buyer?: JsonRpcSigner): Promise<bigint>;
  deployPayouts(...options: string[]): Promise<Payouts>;
  namePayees(payees: Readonly<Record<string, string>>): Promise<string>;
  writeCsv(name: string, header: string, ...rows: readonly string[]): Promise<string>;
  balance(of: string): Promise<bigint>;
}

export async function startPaidSale(codes: readonly string[]): Promise<PaidSale> {
  const project = await testProject();
  await forgetDeployments(project);
  const node = await startHardhatNode(1);
  const { provider } = node;
  const accounts = await provider.listAccounts();
  const owner = await provider.getSigner(0);
  const taskAt: PaidSale["taskAt"] = (url, ...words) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");
  const task: PaidSale["task"] = (...words) => taskAt(node.url, ...words);
  const done: PaidSale["done"] = async (...words) => {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  };
  await done("ticket", "deploy");
  const ticket = Ticket__factory.connect(await recorded(project, "record.json"), owner);
  await (await ticket.setAffiliates([...codes], true)).wait();
  const writeCsv: PaidSale["writeCsv"] = async (name, header, ...rows) => {
    const file = path.join(project, name);
    await writeFile(file, `${[header, ...rows].join("\n")}\n`);
    return file;
  };
  return {
    ...{ project, node, accounts, owner, ticket, task, taskAt, done, writeCsv },
    balance: (of) => provider.getBalance(of),
    async buy(quantity, code, buyer = accounts[5]) {
      const value = await ticket.getAffiliatePriceForQuantity(quantity);
      const to = (await buyer?.getAddress()) ?? "";
      const asBuyer = ticket.connect(buyer);
      await (await asBuyer.buyTicketWithAffiliate(to, quantity, code, { value })).wait();
      return value;
    },
    async deployPayouts(...options) {
      await rm(path.join(project, "deployments/rehearsal/payouts-record.json"), { force: true });
      await done("ticket", "deploy-payouts", "--commission", "5", ...options);
      return Payouts__factory.connect(await recorded(project, "payouts-record.json"), owner);
    },
    async namePayees(payees) {
      const rows = Object.entries(payees).map(([code, payee]) => `${code},${payee}`);
      const file = await writeCsv("payees.csv", "code,payee", ...rows);
      return await done("affiliates", "payees", "import", file);
    },
  };
}

async function recorded(project: string, file: string): Promise<string> {
  const text = await readFile(path.join(project, "deployments/rehearsal", file), "utf8");
  return JSON.parse(text).address;
}
