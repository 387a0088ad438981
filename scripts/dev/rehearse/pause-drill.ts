import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  getAddress,
  type JsonRpcProvider,
  type JsonRpcSigner,
  parseUnits,
  toBeHex,
  toQuantity,
} from "ethers";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { startBadEndpoint } from "./bad-endpoint.ts";
import { buyTickets } from "./buy-tickets.ts";
import { check, deployedTicket, hardhat, inFolder, title } from "./rehearsal.ts";

const CODE = "partner-0";
const COMMISSION_PERCENT = 5;
const DEAD = "http://127.0.0.1:9";
/** Milliseconds from the task's last output before its question until the transaction. */
const OUT_WITHIN_MS = 5_000;
const BLOCK_MS = 1_000;
const POLL_MS = 200;
const PAYOUT_POLLS = 300;
const BLOCKS_BEHIND = 100;

type Env = Readonly<Record<string, string>>;

export async function rehearsePause(url: string, provider: JsonRpcProvider): Promise<void> {
  const owner = await provider.getSigner(0);
  const payee = getAddress(toBeHex(0xc0de, 20));
  const env = { REHEARSAL_RPC_URL: url, REHEARSAL_SECOND_RPC_URL: `${url}/second` };
  await prepare(env, payee);
  const ticket = await deployedTicket(owner);
  const paid = await buyTickets(ticket, await provider.getSigner(1), 2, CODE);
  const drill: Drill = { provider, ticket, chain: chainOf(provider), env };

  for (const gwei of ["60", "300"]) {
    title(`A pause at a base fee of ${gwei} gwei`);
    await drill.chain.baseFee(gwei);
    await pause(drill);
    await reopen(drill);
  }
  title("A pause behind a dead endpoint");
  await pause(drill, { REHEARSAL_RPC_URL: DEAD });
  await reopen(drill);
  await pauseBehindLag(drill, url);
  await pauseOverStuckPrice(drill);
  await pauseOverPayout(drill, owner);
  const due = (paid * BigInt(COMMISSION_PERCENT)) / 100n;
  check("the affiliate was paid once", (await provider.getBalance(payee)) === due);
}

interface Drill {
  readonly provider: JsonRpcProvider;
  readonly ticket: Ticket;
  readonly chain: ReturnType<typeof chainOf>;
  readonly env: Env;
}

function chainOf(provider: JsonRpcProvider) {
  return {
    /** Milliseconds; 0 for none. */
    mineEvery: (ms: number) => provider.send("evm_setIntervalMining", [ms]),
    mineEachTransaction: (on: boolean) => provider.send("evm_setAutomine", [on]),
    async baseFee(gwei: string) {
      const wei = toQuantity(parseUnits(gwei, "gwei"));
      await provider.send("hardhat_setNextBlockBaseFeePerGas", [wei]);
      await provider.send("evm_mine", []);
    },
  };
}

async function pause({ ticket, env }: Drill, other: Env = {}, after = async () => {}) {
  let decided = 0;
  let out = 0;
  await hardhat(["ticket", "pause"], { ...env, ...other }, (output) => {
    if (/^ {2}cost /m.test(output)) decided ||= performance.now();
    if (out > 0 || !/^Sent 0x/m.test(output)) return;
    out = performance.now();
    void after();
  });
  check("the sale is paused", await ticket.paused());
  check("the transaction was out within 5 s", out > 0 && out - decided <= OUT_WITHIN_MS);
}

async function reopen({ chain, ticket }: Drill): Promise<void> {
  await chain.mineEvery(0);
  await chain.mineEachTransaction(true);
  await chain.baseFee("1");
  await (await ticket.unpause()).wait();
}

async function pauseBehindLag(drill: Drill, url: string): Promise<void> {
  title("A pause behind an endpoint that lags");
  const late = await startBadEndpoint(url);
  late.newest = toQuantity(await drill.provider.getBlockNumber());
  await drill.provider.send("hardhat_mine", [toQuantity(BLOCKS_BEHIND)]);
  await pause(drill, { REHEARSAL_RPC_URL: late.url });
  await late.close();
  await reopen(drill);
}

async function pauseOverStuckPrice(drill: Drill): Promise<void> {
  title("A pause during a set-price that is stuck");
  const { chain, ticket } = drill;
  await chain.mineEachTransaction(false);
  await ticket.setTicketPrice(RAISED_TRIAL_PRICE, {
    gasLimit: 60_000,
    maxFeePerGas: parseUnits("2", "gwei"),
    maxPriorityFeePerGas: 1n,
  });
  await chain.baseFee("20");
  await pause(drill, {}, () => chain.mineEvery(BLOCK_MS));
  check("the price did not change", (await ticket.ticketPrice()) === TRIAL_PRICE);
  await reopen(drill);
}

async function pauseOverPayout(drill: Drill, owner: JsonRpcSigner): Promise<void> {
  title("A pause during a payout");
  const { chain, env } = drill;
  await chain.mineEachTransaction(false);
  const nonce = await owner.getNonce();
  const paying = hardhat(["affiliates", "pay"], env);
  for (let polls = 1; (await owner.getNonce("pending")) === nonce; polls += 1) {
    if (polls === PAYOUT_POLLS) throw new Error("affiliates pay sends nothing");
    await wait(POLL_MS);
  }
  await pause(drill, {}, () => chain.mineEvery(BLOCK_MS));
  await paying;
}

async function prepare(env: Env, payee: string): Promise<void> {
  title("Before");
  await inFolder(async (folder) => {
    const csv = path.join(folder, "affiliates.csv");
    await writeFile(csv, `code,payee\n${CODE},${payee}\n`);
    await hardhat(["ticket", "deploy"], env);
    await hardhat(["affiliates", "import", csv], env);
    await hardhat(["ticket", "deploy-payouts", "--commission", String(COMMISSION_PERCENT)], env);
    await hardhat(["affiliates", "payees", "import", csv], env);
  });
}
