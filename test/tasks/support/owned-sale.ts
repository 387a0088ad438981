import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { id, parseEther, toQuantity, Wallet } from "ethers";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "./command.ts";
import { startHardhatNode, type TestNode } from "./node.ts";
import { forgetDeployments, testProject } from "./project.ts";

/** A sale on a node with mainnet's chain id. */
export interface OwnedSale {
  readonly project: string;
  readonly node: TestNode;
  readonly owner: Wallet;
  readonly ticket: Ticket;
}

export async function startOwnedSale(name: string, ...options: string[]): Promise<OwnedSale> {
  const project = await testProject();
  await forgetDeployments(project);
  const node = await startHardhatNode(1);
  const owner = await fundedWallet(node, name);
  const { code, errors } = await runTask(
    { project, env: { REHEARSAL_RPC_URL: node.url } },
    ...["ticket", "deploy", "--owner", owner.address, "--network", "rehearsal", ...options],
  );
  expect(code, errors).to.equal(0);
  const { address } = await rehearsalRecord(project);
  return { project, node, owner, ticket: Ticket__factory.connect(address, owner) };
}

export async function fundedWallet(node: TestNode, name: string): Promise<Wallet> {
  const wallet = new Wallet(id(name), node.provider);
  await node.provider.send("hardhat_setBalance", [wallet.address, toQuantity(parseEther("10"))]);
  return wallet;
}

export function recordAsMainnet(project: string, changes: object = {}): Promise<void> {
  return recordAs("mainnet", project, changes);
}

/** Copies the records of `rehearsal`. `changes` are of the Ticket's. */
export async function recordAs(network: string, project: string, changes = {}): Promise<void> {
  const from = path.join(project, "deployments/rehearsal");
  const to = path.join(project, "deployments", network);
  await mkdir(to, { recursive: true });
  for (const file of ["record.json", "payouts-record.json"]) {
    const text = await readFile(path.join(from, file), "utf8").catch(() => null);
    if (text === null) continue;
    const changed = file === "record.json" ? changes : {};
    const record = { ...JSON.parse(text), network, ...changed };
    await writeFile(path.join(to, file), JSON.stringify(record, null, 2));
  }
}

async function rehearsalRecord(project: string): Promise<{ readonly address: string }> {
  return JSON.parse(
    await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"),
  );
}
