import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getAddress, id, type JsonRpcProvider, type JsonRpcSigner } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { amountText } from "../../tasks/cli/amounts.ts";
import { coins } from "../../tasks/cli/coins.ts";
import { oneLine } from "../../tasks/cli/task.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { readRecord } from "../../tasks/record/record.ts";
import { buyTickets } from "./buy-tickets.ts";
import { rehearsePause } from "./pause-drill.ts";
import { deploySafeWallet, executeBatch, safeFilesIn } from "./safe-wallet.ts";
import { rehearseSaleDay } from "./sale-day.ts";
import { check, hardhat, NETWORK, onSimulatedChain, ROOT, tally } from "./stage.ts";
import { ETHERSCAN_KEY, startVerificationServices } from "./verification-services.ts";

/**
 * `npm run rehearse`: the mainnet runbook from first to last, on a simulated chain with mainnet's id. Every step is the
 * command that the runbook names, in a process of its own; what it should have done is then checked on the chain.
 * Then sales are paused in all that can go wrong. `npm run rehearse -- --sale-day` is the day of the sale, as the team sees it
 * in `ticket watch`.
 */

const AFFILIATES = 250;
const COMMISSION_PERCENT = 5;
const SALES = Math.min(40, size);
/** Tickets: so many that all of the sales fit into the collection. */
const LARGEST_SALE = Math.min(maxPerPurchase, Math.floor(size / SALES));
/** Wei. */
const PRICE_OF_SAFE = 2n * TRIAL_PRICE;

async function rehearse(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.length > 1 || (words[0] ?? "--sale-day") !== "--sale-day") {
    throw new Error("npm run rehearse takes --sale-day and nothing else");
  }
  await onSimulatedChain(async ({ url, provider }) => {
    if (words.length > 0) return await rehearseSaleDay(url, provider);
    const services = await startVerificationServices(url);
    const folder = await mkdtemp(path.join(tmpdir(), "rehearsal-"));
    try {
      const env = {
        REHEARSAL_RPC_URL: url,
        SOURCIFY_API_URL: services.sourcifyUrl,
        ETHERSCAN_API_URL: services.etherscanUrl,
        ETHERSCAN_API_KEY: ETHERSCAN_KEY,
        BLOCKSCOUT_API_URL: services.blockscoutUrl,
      };
      const accounts = await provider.listAccounts();
      await walk({
        provider,
        folder,
        accounts,
        verified: services.verified,
        run: (...task) => hardhat(task, env),
      });
    } finally {
      await services.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
  if (words.length === 0) {
    await onSimulatedChain(({ url, provider }) => rehearsePause(url, provider));
  }
  console.log(`\nRehearsed: ${tally()} passed.`);
}

/** An account that has nothing before. */
function payeeOf(code: string): string {
  return getAddress(id(code).slice(0, 42));
}

/** @param paid wei, by code @returns wei: each code's is rounded down */
function commissionOn(paid: ReadonlyMap<string, bigint>): bigint {
  return [...paid.values()].reduce(
    (sum, wei) => sum + (wei * BigInt(COMMISSION_PERCENT)) / 100n,
    0n,
  );
}

interface Stage {
  readonly provider: JsonRpcProvider;
  readonly folder: string;
  readonly accounts: readonly JsonRpcSigner[];
  readonly verified: readonly string[];
  /** Runs a task on the rehearsal's chain. @returns what it printed */
  run(...words: string[]): Promise<string>;
}

async function walk({ provider, folder, accounts, verified, run }: Stage): Promise<void> {
  const [owner, first, second, third, treasury, ...buyers] = accounts;
  if (!owner || !first || !second || !third || !treasury || buyers.length < 3) {
    throw new Error("The simulated chain has too few accounts");
  }
  const safeOwners = [first, second, third];
  const safe = await deploySafeWallet(safeOwners, 2);
  const safeAddress = await safe.getAddress();

  const terms = ["--owner", owner.address, "--price", coins(TRIAL_PRICE)];
  const royalty = ["--royalty-receiver", treasury.address, "--royalty-bps", "500"];
  const options = ["--paused", "--single-owner", ...terms, ...royalty];
  await run("ticket", "deploy", ...options);
  const record = await readRecord(ROOT, NETWORK);
  if (record === null) throw new Error("The deployment left no record");
  const ticket = ITicket__factory.connect(record.address, owner);
  check("the sale starts paused", await ticket.paused());
  check("at the price asked for", (await ticket.ticketPrice()) === TRIAL_PRICE);

  await run("ticket", "deploy", ...options);
  check("deploying again sends nothing", (await owner.getNonce()) === 2);

  const commission = ["--commission", String(COMMISSION_PERCENT)];
  await run("ticket", "deploy-payouts", ...commission, "--owner", safeAddress);
  await run("ticket", "verify");
  check("three contracts are verified on three services", verified.length === 9);

  const csv = path.join(folder, "affiliates.csv");
  const codes = Array.from({ length: AFFILIATES }, (_, i) => `partner-${i}`);
  await writeFile(
    csv,
    `code,name\n${codes.map((code) => `${code},Partner of ${code}`).join("\n")}\n`,
  );
  await run("affiliates", "import", csv);
  const active = await Promise.all(codes.map((code) => ticket.isAffiliateActive(code)));
  check(`${AFFILIATES} affiliates are active`, active.every(Boolean));
  await run("affiliates", "import", csv);
  check(
    "importing again sends nothing",
    (await owner.getNonce()) === 3 + Math.ceil(AFFILIATES / 100),
  );
  await run("affiliates", "link", "partner-0", "--svg", path.join(folder, "partner-0.svg"));
  await run("affiliates", "remove", "partner-1");
  check("a removed affiliate is inactive", !(await ticket.isAffiliateActive("partner-1")));

  const payees = path.join(folder, "payees.csv");
  const rows = codes.map((code) => `${code},${payeeOf(code)}`);
  await writeFile(payees, `code,payee\n${rows.join("\n")}\n`);
  const naming = safeFilesIn(await run("affiliates", "payees", "import", payees));
  for (const file of naming)
    await executeBatch(safe, safeOwners.slice(0, 2), path.join(ROOT, file));

  await run("ticket", "unpause");
  check("the sale is open", !(await ticket.paused()));
  let paid = 0n;
  const paidWith = new Map<string, bigint>();
  for (let sale = 0; sale < SALES; sale += 1) {
    const buyer = buyers[sale % buyers.length] ?? owner;
    const code = sale % 4 === 0 ? null : `partner-${2 + (sale % 7)}`;
    const value = await buyTickets(ticket, buyer, 1 + (sale % LARGEST_SALE), code);
    paid += value;
    if (code !== null) paidWith.set(code, (paidWith.get(code) ?? 0n) + value);
  }
  await run("ticket", "status");
  await run("ticket", "pause");
  check("an incident pauses the sale", await ticket.paused());
  await run("ticket", "set-price", coins(RAISED_TRIAL_PRICE));
  check("the price is raised", (await ticket.ticketPrice()) === RAISED_TRIAL_PRICE);
  await run("ticket", "unpause");

  const balance = await provider.getBalance(treasury.address);
  await run("ticket", "withdraw", "--to", treasury.address);
  check(
    "the treasury has every wei",
    (await provider.getBalance(treasury.address)) - balance === paid,
  );

  await (await owner.sendTransaction({ to: safeAddress, value: paid })).wait();
  const due = BigInt(JSON.parse(await run("affiliates", "due", "--json")).dueWei);
  check("commission is due", due === commissionOn(paidWith));
  const batches = safeFilesIn(await run("affiliates", "pay"));
  for (const file of [...batches, ...batches]) {
    await executeBatch(safe, safeOwners.slice(0, 2), path.join(ROOT, file));
  }
  const received = await Promise.all(codes.map((code) => provider.getBalance(payeeOf(code))));
  check(
    "the Safe's batch pays each affiliate once, though it is executed twice",
    received.reduce((sum, wei) => sum + wei, 0n) === due,
  );
  await run("affiliates", "payments");

  await run("ticket", "set-royalty", "--receiver", safeAddress, "--bps", "250");
  await run("ticket", "freeze-metadata");
  check("the metadata is frozen", await ticket.metadataFrozen());

  await run("ticket", "transfer-ownership", safeAddress);
  const batchIn = (output: string) => path.join(ROOT, safeFilesIn(output)[0] ?? "");
  const accepting = await run("ticket", "accept-ownership");
  await executeBatch(safe, safeOwners.slice(0, 2), batchIn(accepting));
  const pricing = await run("ticket", "set-price", coins(PRICE_OF_SAFE));
  check(
    "without the Safe's signatures nothing changes",
    (await ticket.ticketPrice()) === RAISED_TRIAL_PRICE,
  );
  await executeBatch(safe, safeOwners.slice(1, 3), batchIn(pricing));
  check("the Safe runs the sale", (await ticket.ticketPrice()) === PRICE_OF_SAFE);

  const report = JSON.parse(await run("affiliates", "report", "--json"));
  check("the report has every wei", report.all.paidWei === paid.toString());
  check("and every sale", report.all.purchases === SALES);
  const status = JSON.parse(await run("ticket", "status", "--json"));
  check("the owner is the Safe", status.owner === safeAddress && status.ownerIsSafe);
  check("nothing is left to withdraw", status.balanceWei === "0");
  await run("affiliates", "report");
  console.log(
    `\nTaken ${amountText(paid, networks.mainnet.currency)} in ${SALES} sales, ${report.all.tickets} tickets.`,
  );
}

try {
  await rehearse();
} catch (error) {
  console.error(`Error: ${oneLine(error)}`);
  process.exitCode = 1;
}
