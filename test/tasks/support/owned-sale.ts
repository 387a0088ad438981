import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { id, parseEther, toQuantity, Wallet } from "ethers";
import type { TestNode } from "./node.ts";

export async function fundedWallet(node: TestNode, name: string): Promise<Wallet> {
  const wallet = new Wallet(id(name), node.provider);
  await node.provider.send("hardhat_setBalance", [wallet.address, toQuantity(parseEther("10"))]);
  return wallet;
}

/** Copies the records of `rehearsal`. `changes` are of the Ticket's. */
export async function recordAsMainnet(project: string, changes: object = {}): Promise<void> {
  const from = path.join(project, "deployments/rehearsal");
  const to = path.join(project, "deployments/mainnet");
  await mkdir(to, { recursive: true });
  for (const file of ["record.json", "payouts-record.json"]) {
    const text = await readFile(path.join(from, file), "utf8").catch(() => null);
    if (text === null) continue;
    const changed = file === "record.json" ? changes : {};
    const record = { ...JSON.parse(text), network: "mainnet", ...changed };
    await writeFile(path.join(to, file), JSON.stringify(record, null, 2));
  }
}
