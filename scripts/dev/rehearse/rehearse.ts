import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { JsonRpcProvider, type JsonRpcSigner } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { deploymentDirectory, readRecord } from "../../tasks/record/record.ts";
import { amountText, plural } from "../../tasks/shared/amounts.ts";
import { coins } from "../../tasks/shared/coins.ts";
import { oneLine } from "../../tasks/shared/task-action.ts";
import { servingLocally } from "../local-request.ts";
import { deploySafeWallet, executeBatch, safeFilesIn } from "./safe-wallet.ts";
import { ETHERSCAN_KEY, startVerificationServices } from "./verification-services.ts";

/**
 * `npm run rehearse`: the mainnet runbook from first to last, on a simulated chain with mainnet's id. Every step is the
 * command that the runbook names, in a process of its own; what it should have done is then checked on the chain.
 */

const ROOT = path.resolve(import.meta.dirname, "../../..");
const HARDHAT = fileURLToPath(import.meta.resolve("hardhat/package.json")).replace(
  "package.json",
  "dist/src/cli.js",
);
const NETWORK = "rehearsal";
const AFFILIATES = 250;
const SALES = Math.min(40, size);
/** Tickets: so many that all of the sales fit into the collection. */
const LARGEST_SALE = Math.min(maxPerPurchase, Math.floor(size / SALES));
/** Wei. */
const PRICE_OF_SAFE = 2n * TRIAL_PRICE;
/** Of a step's output. */
const SHOWN_LINES = 14;

let steps = 0;
let checks = 0;

async function rehearse(): Promise<void> {
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
  const services = await startVerificationServices(url);
  const folder = await mkdtemp(path.join(tmpdir(), "rehearsal-"));
  const provider = new JsonRpcProvider(url, 1, { staticNetwork: true, cacheTimeout: -1 });
  try {
    await rm(deploymentDirectory(ROOT, NETWORK), { recursive: true, force: true });
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
      run: (...words) => hardhat(words, env),
    });
  } finally {
    provider.destroy();
    await services.close();
    await chain.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\nRehearsed: ${plural(steps, "step")}, ${plural(checks, "check")} passed.`);
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

  await run("ticket", "verify");
  check("both contracts are verified on three services", verified.length === 6);

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
    (await owner.getNonce()) === 2 + Math.ceil(AFFILIATES / 100),
  );
  await run("affiliates", "link", "partner-0", "--svg", path.join(folder, "partner-0.svg"));
  await run("affiliates", "remove", "partner-1");
  check("a removed affiliate is inactive", !(await ticket.isAffiliateActive("partner-1")));

  await run("ticket", "unpause");
  check("the sale is open", !(await ticket.paused()));
  let paid = 0n;
  for (let sale = 0; sale < SALES; sale += 1) {
    const buyer = buyers[sale % buyers.length] ?? owner;
    const quantity = BigInt(1 + (sale % LARGEST_SALE));
    const withCode = sale % 4 !== 0;
    const value = withCode
      ? await ticket.getAffiliatePriceForQuantity(quantity)
      : await ticket.getPriceForQuantity(quantity);
    const asBuyer = ticket.connect(buyer);
    const sent = withCode
      ? await asBuyer.buyTicketWithAffiliate(buyer.address, quantity, `partner-${2 + (sale % 7)}`, {
          value,
        })
      : await asBuyer.buyTicket(buyer.address, quantity, { value });
    await sent.wait();
    paid += value;
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

function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`Not so: ${what}`);
  checks += 1;
  console.log(`✓ ${what}`);
}

async function hardhat(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  steps += 1;
  console.log(`\n${steps}. npm run hardhat -- ${words.join(" ")} --network ${NETWORK}`);
  const child = spawn(process.execPath, [HARDHAT, ...words, "--network", NETWORK], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, "close");
  const lines = output.trimEnd().split("\n");
  if (!words.includes("--json")) {
    if (lines.length > SHOWN_LINES) console.log("   …");
    for (const line of lines.slice(-SHOWN_LINES)) console.log(`   ${line}`);
  }
  if (code !== 0) throw new Error(`${words.join(" ")} ended with exit code ${code}`);
  return output;
}

try {
  await rehearse();
} catch (error) {
  console.error(`Error: ${oneLine(error)}`);
  process.exitCode = 1;
}
