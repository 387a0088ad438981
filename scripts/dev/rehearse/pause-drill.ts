import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getAddress, type JsonRpcProvider, parseUnits, toBeHex, toQuantity } from "ethers";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { readRecord } from "../../tasks/record/record.ts";
import { buyTickets } from "./buy-tickets.ts";
import { startBadEndpoint } from "./drill-servers.ts";
import { check, hardhat, NETWORK, ROOT, title } from "./stage.ts";

const CODE = "partner-0";
const COMMISSION_PERCENT = 5;
/** Nothing listens there. */
const DEAD = "http://127.0.0.1:9";
/** From the last line before the question of a live network to the line that names the transaction. */
const OUT_WITHIN_MS = 5_000;
const BLOCK_MS = 1_000;
const POLL_MS = 200;
const PAYOUT_POLLS = 300;
/** More than an endpoint may be behind. */
const BLOCKS_BEHIND = 100;

/** Pauses the sale at high fees, behind endpoints that fail, and during what the owner has pending. */
export async function rehearsePause(url: string, provider: JsonRpcProvider): Promise<void> {
  const owner = await provider.getSigner(0);
  const buyer = await provider.getSigner(1);
  const payee = getAddress(toBeHex(0xc0de, 20));
  const level = { REHEARSAL_RPC_URL: url, REHEARSAL_SECOND_RPC_URL: `${url}/second` };
  await prepare(level, payee);
  const record = await readRecord(ROOT, NETWORK);
  if (record === null) throw new Error("The deployment left no record");
  const ticket = Ticket__factory.connect(record.address, owner);
  const paid = await buyTickets(ticket, buyer, 2, CODE);

  /** @param after called once the transaction is out */
  const pause = async (env: Readonly<Record<string, string>>, after = async () => {}) => {
    let decided = 0;
    let out = 0;
    await hardhat(["ticket", "pause"], env, (output) => {
      if (/^ {2}cost /m.test(output)) decided ||= performance.now();
      if (out > 0 || !/^Sent 0x/m.test(output)) return;
      out = performance.now();
      void after();
    });
    check("the sale is paused", await ticket.paused());
    check("the transaction was out within 5 s", out > 0 && out - decided <= OUT_WITHIN_MS);
  };
  const mining = (ms: number) => provider.send("evm_setIntervalMining", [ms]);
  const byBlocks = () => mining(BLOCK_MS);
  const baseFee = async (gwei: string) => {
    const wei = toQuantity(parseUnits(gwei, "gwei"));
    await provider.send("hardhat_setNextBlockBaseFeePerGas", [wei]);
    await provider.send("evm_mine", []);
  };
  const reopen = async () => {
    await mining(0);
    await provider.send("evm_setAutomine", [true]);
    await baseFee("1");
    await (await ticket.unpause()).wait();
  };

  for (const gwei of ["60", "300"]) {
    title(`A pause at a base fee of ${gwei} gwei`);
    await baseFee(gwei);
    await pause(level);
    await reopen();
  }

  title("A pause behind a dead endpoint");
  await pause({ ...level, REHEARSAL_RPC_URL: DEAD });
  await reopen();

  title("A pause behind an endpoint that lags");
  const late = await startBadEndpoint(url);
  late.newest = toQuantity(await provider.getBlockNumber());
  await provider.send("hardhat_mine", [toQuantity(BLOCKS_BEHIND)]);
  await pause({ ...level, REHEARSAL_RPC_URL: late.url });
  await late.close();
  await reopen();

  title("A pause during a set-price that is stuck");
  await provider.send("evm_setAutomine", [false]);
  await ticket.setTicketPrice(RAISED_TRIAL_PRICE, {
    ...{ gasLimit: 60_000, maxFeePerGas: parseUnits("2", "gwei"), maxPriorityFeePerGas: 1n },
  });
  await baseFee("20");
  await pause(level, byBlocks);
  check("the price did not change", (await ticket.ticketPrice()) === TRIAL_PRICE);
  await reopen();

  title("A pause during a payout");
  await provider.send("evm_setAutomine", [false]);
  const nonce = await owner.getNonce();
  const paying = hardhat(["affiliates", "pay"], level);
  for (let polls = 1; (await owner.getNonce("pending")) === nonce; polls += 1) {
    if (polls === PAYOUT_POLLS) throw new Error("affiliates pay sends nothing");
    await wait(POLL_MS);
  }
  await pause(level, byBlocks);
  await paying;
  const due = (paid * BigInt(COMMISSION_PERCENT)) / 100n;
  check("the affiliate was paid once", (await provider.getBalance(payee)) === due);
}

async function prepare(env: Readonly<Record<string, string>>, payee: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "pause-"));
  const csv = path.join(folder, "affiliates.csv");
  await writeFile(csv, `code,payee\n${CODE},${payee}\n`);
  try {
    title("Before");
    await hardhat(["ticket", "deploy"], env);
    await hardhat(["affiliates", "import", csv], env);
    await hardhat(["ticket", "deploy-payouts", "--commission", String(COMMISSION_PERCENT)], env);
    await hardhat(["affiliates", "payees", "import", csv], env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
