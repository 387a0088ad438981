import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { JsonRpcProvider, type JsonRpcSigner } from "ethers";
import { networks } from "../../../networks.ts";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { amountText, grouped, plural } from "../../tasks/cli/amounts.ts";
import { coins } from "../../tasks/cli/coins.ts";
import { TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { deploymentDirectory, readRecord } from "../../tasks/record/record.ts";
import { servingLocally } from "../local-request.ts";
import type { Till } from "./buy-tickets.ts";

export const ROOT = path.resolve(import.meta.dirname, "../../..");
const HARDHAT = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
export const NETWORK = "rehearsal";
export const COMMISSION_PERCENT = 5;
const SHOWN_LINES = 14;

export type RunTask = (...words: string[]) => Promise<string>;

export interface Rehearsal {
  readonly url: string;
  readonly provider: JsonRpcProvider;
  readonly owner: JsonRpcSigner;
  readonly treasury: JsonRpcSigner;
  readonly others: readonly JsonRpcSigner[];
  /** A temporary one. */
  readonly folder: string;
  readonly run: RunTask;
}

let steps = 0;
let checks = 0;

export function tally(): string {
  return `${plural(steps, "step")}, ${plural(checks, "check")}`;
}

export async function onSimulatedChain(use: (rehearsal: Rehearsal) => Promise<void>) {
  process.chdir(ROOT);
  process.env.HARDHAT_CONFIG = path.join(ROOT, "hardhat.config.ts");
  const { default: hre } = await import("hardhat");
  const chain = await servingLocally(() =>
    hre.network.createServer(
      { network: "node", override: { chainId: 1, throwOnTransactionFailures: false } },
      "127.0.0.1",
    ),
  );
  const { port } = await chain.listen();
  const url = `http://127.0.0.1:${port}`;
  const provider = new JsonRpcProvider(url, 1, { staticNetwork: true, cacheTimeout: -1 });
  const folder = await mkdtemp(path.join(tmpdir(), "rehearsal-"));
  try {
    await rm(deploymentDirectory(ROOT, NETWORK), { recursive: true, force: true });
    const [owner, treasury, ...others] = await provider.listAccounts();
    if (!owner || !treasury) throw new Error("The simulated chain has too few accounts");
    const run = (...words: string[]) => hardhat(words, { REHEARSAL_RPC_URL: url });
    await use({ url, provider, owner, treasury, others, folder, run });
  } finally {
    provider.destroy();
    await chain.close();
    await rm(folder, { recursive: true });
  }
}

export async function deployTicket({ owner, treasury, run }: Rehearsal): Promise<Ticket> {
  await run(
    ...["ticket", "deploy", "--paused", "--single-owner", "--owner", owner.address],
    ...["--price", coins(TRIAL_PRICE)],
    ...["--royalty-receiver", treasury.address, "--royalty-bps", "500"],
  );
  const record = await readRecord(ROOT, NETWORK);
  if (record === null) throw new Error("The deployment left no record");
  return Ticket__factory.connect(record.address, owner);
}

export function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`Not so: ${what}`);
  checks += 1;
  console.log(`✓ ${what}`);
}

export async function withdraw({ treasury, run }: Rehearsal, till: Till): Promise<void> {
  const balance = () => treasury.provider.getBalance(treasury.address);
  const before = await balance();
  await run("ticket", "withdraw", "--to", treasury.address);
  check("the treasury has every wei", (await balance()) - before === till.paid);
}

/** @returns the number of tickets in the report */
export async function checkReport({ run }: Rehearsal, till: Till): Promise<number> {
  const { all } = JSON.parse(await run("affiliates", "report", "--json"));
  check("the report has every wei", all.paidWei === till.paid.toString());
  check("and every sale", all.purchases === till.sales);
  await run("affiliates", "report");
  return all.tickets;
}

export function sayTaken({ paid, sales }: Till, tickets: number): void {
  console.log(`\nTaken ${moneyText(paid)} in ${sales} sales, ${grouped(tickets)} tickets.`);
}

export function moneyText(wei: bigint): string {
  return amountText(wei, networks.mainnet.currency);
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, wei) => all + wei, 0n);
}

export function startTask(words: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [HARDHAT, ...words, "--network", NETWORK], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function hardhat(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  steps += 1;
  console.log(`\n${steps}. npm run hardhat -- ${words.join(" ")} --network ${NETWORK}`);
  const child = startTask(words, env);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const lines = output.trimEnd().split("\n");
  if (!words.includes("--json")) {
    if (lines.length > SHOWN_LINES) console.log("   …");
    for (const line of lines.slice(-SHOWN_LINES)) console.log(`   ${line}`);
  }
  if (code !== 0) throw new Error(`${words.join(" ")} ended with exit code ${code}`);
  return output;
}
