import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Contract, getAddress, id, type JsonRpcSigner } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import { coins } from "../../tasks/cli/coins.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { createTill, type Till } from "./buy-tickets.ts";
import {
  COMMISSION_PERCENT,
  check,
  checkReport,
  deployTicket,
  onSimulatedChain,
  type Rehearsal,
  ROOT,
  sayTaken,
  sum,
  tally,
  withdraw,
} from "./rehearsal.ts";
import { deploySafeWallet, executeBatch, safeFilesIn } from "./safe-wallet.ts";
import { rehearseSaleDay } from "./sale-day.ts";

const CODES = Array.from({ length: 250 }, (_, i) => `partner-${i}`);
const SALES = Math.min(40, size);
/** Tickets per sale: all sales must fit into the collection. */
const LARGEST_SALE = Math.min(maxPerPurchase, Math.floor(size / SALES));
/** Wei. */
const PRICE_OF_SAFE = 2n * TRIAL_PRICE;

/**
 * `npm run rehearse`: runs the mainnet runbook's commands on a simulated chain and checks the
 * result. `--sale-day` rehearses the day of the sale.
 */
export async function rehearse(words: readonly string[]): Promise<void> {
  if (words.length > 1 || (words[0] ?? "--sale-day") !== "--sale-day") {
    throw new Error("npm run rehearse takes --sale-day and nothing else");
  }
  await onSimulatedChain(words.length > 0 ? rehearseSaleDay : rehearseRunbook);
  console.log(`\nRehearsed: ${tally()} passed.`);
}

interface Stage extends Rehearsal {
  readonly safe: Contract;
  readonly safeAddress: string;
  readonly safeOwners: readonly JsonRpcSigner[];
  readonly ticket: Ticket;
  readonly till: Till;
}

async function rehearseRunbook(rehearsal: Rehearsal): Promise<void> {
  const safeOwners = rehearsal.others.slice(0, 3);
  const safe = await deploySafeWallet(safeOwners, 2);
  const safeAddress = await safe.getAddress();
  const ticket = await deployAll(rehearsal, safeAddress);
  const codeOf = (sale: number) => (sale % 4 === 0 ? null : `partner-${2 + (sale % 7)}`);
  const till = createTill(ticket, rehearsal.others.slice(3), codeOf);
  const stage: Stage = { ...rehearsal, safe, safeAddress, safeOwners, ticket, till };
  await registerAffiliates(stage);
  await sell(stage);
  await payOut(stage);
  await handOver(stage);
  await report(stage);
}

async function deployAll(rehearsal: Rehearsal, safeAddress: string): Promise<Ticket> {
  const { owner, run } = rehearsal;
  const ticket = await deployTicket(rehearsal);
  check("the sale starts paused", await ticket.paused());
  check("at the price asked for", (await ticket.ticketPrice()) === TRIAL_PRICE);

  await deployTicket(rehearsal);
  check("deploying again sends nothing", (await owner.getNonce()) === 2);

  const commission = ["--commission", String(COMMISSION_PERCENT)];
  await run("ticket", "deploy-payouts", ...commission, "--owner", safeAddress);
  // No public service knows a simulated chain.
  const published = await run("ticket", "verify", "--dry-run");
  const named = published.match(/^\S+\.sol:\w+ at 0x/gm) ?? [];
  check("the sources of three contracts can be published", named.length === 3);
  return ticket;
}

async function registerAffiliates(stage: Stage): Promise<void> {
  const { folder, owner, ticket, run } = stage;
  const csv = path.join(folder, "affiliates.csv");
  const rows = CODES.map((code) => `${code},Partner of ${code}\n`);
  await writeFile(csv, `code,name\n${rows.join("")}`);
  await run("affiliates", "import", csv);
  const active = await Promise.all(CODES.map((code) => ticket.isAffiliateActive(code)));
  check(`${CODES.length} affiliates are active`, active.every(Boolean));
  await run("affiliates", "import", csv);
  const sent = 3 + Math.ceil(CODES.length / 100);
  check("importing again sends nothing", (await owner.getNonce()) === sent);
  await run("affiliates", "link", "partner-0", "--svg", path.join(folder, "partner-0.svg"));
  await run("affiliates", "remove", "partner-1");
  check("a removed affiliate is inactive", !(await ticket.isAffiliateActive("partner-1")));

  const payees = path.join(folder, "payees.csv");
  const named = CODES.map((code) => `${code},${payeeOf(code)}\n`);
  await writeFile(payees, `code,payee\n${named.join("")}`);
  await executeFiles(stage, await run("affiliates", "payees", "import", payees));
}

async function executeFiles(
  { safe, safeOwners }: Stage,
  output: string,
  signers = safeOwners.slice(0, 2),
): Promise<void> {
  for (const file of safeFilesIn(output)) await executeBatch(safe, signers, path.join(ROOT, file));
}

async function sell(stage: Stage): Promise<void> {
  const { ticket, till, run } = stage;
  await run("ticket", "unpause");
  check("the sale is open", !(await ticket.paused()));
  for (let sale = 0; sale < SALES; sale += 1) await till.buy(1 + (sale % LARGEST_SALE));
  await run("ticket", "status");
  await run("ticket", "pause");
  check("an incident pauses the sale", await ticket.paused());
  await run("ticket", "set-price", coins(RAISED_TRIAL_PRICE));
  check("the price is raised", (await ticket.ticketPrice()) === RAISED_TRIAL_PRICE);
  await run("ticket", "unpause");

  await withdraw(stage, till);
}

async function payOut(stage: Stage): Promise<void> {
  const { provider, owner, safeAddress, till, run } = stage;
  await (await owner.sendTransaction({ to: safeAddress, value: till.paid })).wait();
  const due = BigInt(JSON.parse(await run("affiliates", "due", "--json")).dueWei);
  check(
    "commission is due",
    due === sum(CODES.map((code) => till.commission(code, COMMISSION_PERCENT))),
  );
  const batches = await run("affiliates", "pay");
  await executeFiles(stage, batches);
  await executeFiles(stage, batches);
  const received = await Promise.all(CODES.map((code) => provider.getBalance(payeeOf(code))));
  check(
    "the Safe's batch pays each affiliate once, though it is executed twice",
    sum(received) === due,
  );
  await run("affiliates", "payments");
}

async function handOver(stage: Stage): Promise<void> {
  const { safeAddress, safeOwners, ticket, run } = stage;
  await run("ticket", "set-royalty", "--receiver", safeAddress, "--bps", "250");
  await run("ticket", "freeze-metadata");
  check("the metadata is frozen", await ticket.metadataFrozen());

  await run("ticket", "transfer-ownership", safeAddress);
  await executeFiles(stage, await run("ticket", "accept-ownership"));
  const pricing = await run("ticket", "set-price", coins(PRICE_OF_SAFE));
  const price = await ticket.ticketPrice();
  check("without the Safe's signatures nothing changes", price === RAISED_TRIAL_PRICE);
  await executeFiles(stage, pricing, safeOwners.slice(1, 3));
  check("the Safe runs the sale", (await ticket.ticketPrice()) === PRICE_OF_SAFE);
}

async function report(stage: Stage): Promise<void> {
  const { safeAddress, till, run } = stage;
  const tickets = await checkReport(stage, till);
  const status = JSON.parse(await run("ticket", "status", "--json"));
  check("the owner is the Safe", status.owner === safeAddress && status.ownerIsSafe);
  check("nothing is left to withdraw", status.balanceWei === "0");
  sayTaken(till, tickets);
}

function payeeOf(code: string): string {
  return getAddress(id(code).slice(0, 42));
}
