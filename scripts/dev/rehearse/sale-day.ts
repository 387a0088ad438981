import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getAddress, type JsonRpcProvider, toBeHex } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { amountText, grouped, plural } from "../../tasks/cli/amounts.ts";
import { coins } from "../../tasks/cli/coins.ts";
import { TRIAL_PRICE } from "../../tasks/deploy/trial-price.ts";
import { readRecord } from "../../tasks/record/record.ts";
import { buyTickets } from "./buy-tickets.ts";
import { startBadEndpoint, startMonitor } from "./drill-servers.ts";
import { check, HARDHAT, hardhat, NETWORK, ROOT, title } from "./stage.ts";

/**
 * The day of a sale: opening, rush, an endpoint that leaves sales out, a pause, the last ticket, report, withdrawal and the
 * affiliates' payout. The lines of `ticket watch` stand among the steps, as the team would have seen them.
 */

/** With addresses that have nothing before. */
const PARTNERS = Array.from({ length: 10 }, (_, i) => ({
  code: `partner-${i}`,
  address: getAddress(toBeHex(0xc0de_0000 + i, 20)),
}));
const COMMISSION_PERCENT = 5;
/** Purchases before the incident; tickets of each. */
const RUSH = Math.min(20, Math.floor(size / 4));
const RUSH_SALE = Math.min(5, maxPerPurchase);
/** A team would wait so long for a line before it looks elsewhere. */
const LINE_WITHIN_MS = 60_000;

export async function rehearseSaleDay(url: string, provider: JsonRpcProvider): Promise<void> {
  const [owner, treasury, ...buyers] = await provider.listAccounts();
  if (owner === undefined || treasury === undefined || buyers.length === 0) {
    throw new Error("The simulated chain has too few accounts");
  }
  const told: Readonly<Record<string, unknown>>[] = [];
  const events = () => told.filter(({ type }) => type === "event");
  const monitor = await startMonitor((event) => void told.push(event));
  const bad = await startBadEndpoint(url);
  const folder = await mkdtemp(path.join(tmpdir(), "sale-day-"));
  const env = { REHEARSAL_RPC_URL: url };
  const run = (...words: string[]) => hardhat(words, env);
  try {
    title("Before");
    await run(
      ...["ticket", "deploy", "--paused", "--single-owner", "--owner", owner.address],
      ...["--price", coins(TRIAL_PRICE)],
      ...["--royalty-receiver", treasury.address, "--royalty-bps", "500"],
    );
    const record = await readRecord(ROOT, NETWORK);
    if (record === null) throw new Error("The deployment left no record");
    const ticket = ITicket__factory.connect(record.address, owner);
    const csv = path.join(folder, "affiliates.csv");
    const rows = PARTNERS.map(({ code, address }) => `${code},${address}\n`);
    await writeFile(csv, `code,payee\n${rows.join("")}`);
    await run("affiliates", "import", csv);
    await run("ticket", "deploy-payouts", "--commission", String(COMMISSION_PERCENT));
    await run("affiliates", "payees", "import", csv);
    const watch = startWatch(monitor.url, {
      ...env,
      REHEARSAL_SECOND_RPC_URL: bad.url,
      VITE_RPC_URLS: `${url}/third`,
    });
    try {
      await watch.saw(/ figures .+; paused at /);

      let sales = 0;
      let paid = 0n;
      const paidWith = new Map<string, bigint>();
      const buy = async (quantity: number): Promise<void> => {
        const buyer = buyers[sales % buyers.length] ?? owner;
        const code = sales % 3 === 0 ? null : (PARTNERS[sales % PARTNERS.length]?.code ?? null);
        const value = await buyTickets(ticket, buyer, quantity, code);
        sales += 1;
        paid += value;
        if (code !== null) paidWith.set(code, (paidWith.get(code) ?? 0n) + value);
      };
      const sold = async () => grouped(await ticket.totalSupply());

      title("Opening");
      await run("ticket", "unpause");
      await watch.saw(/ pause +sales are open/);

      title(`Rush: ${plural(RUSH, "purchase")} of ${plural(RUSH_SALE, "ticket")}`);
      for (let sale = 0; sale < RUSH; sale += 1) await buy(RUSH_SALE);
      await watch.saw(new RegExp(` figures +${await sold()} of `));

      title("An endpoint leaves sales out");
      bad.leavesOutSales = true;
      await buy(1);
      await watch.saw(new RegExp(`ALARM +${new URL(bad.url).host} says 0 .+, and the others 1 `));
      check("the sale is told by the other two", events().at(-1)?.sold === RUSH * RUSH_SALE + 1);
      bad.leavesOutSales = false;
      await buy(1);
      await watch.saw(new RegExp(`all clear +${new URL(bad.url).host} agrees again`));

      title("An incident");
      await run("ticket", "pause");
      await watch.saw(/ pause +sales are paused/);
      check("nothing is sold while it is paused", await ticket.paused());
      await run("ticket", "unpause");

      title("The last ticket");
      for (let left = size - Number(await ticket.totalSupply()); left > 0; left -= maxPerPurchase) {
        await buy(Math.min(left, maxPerPurchase));
      }
      await watch.saw(new RegExp(` figures +${grouped(size)} of .+; sold out at `));
      check("the watch ends by itself, with exit code 0", (await watch.ended) === 0);
      const ids = told.map(({ id }) => id);
      check("the monitor was told of everything once", new Set(ids).size === ids.length);
      const [alarm, cleared, ...more] = told.filter(
        ({ alarm: of }) => of === `endpoint ${new URL(bad.url).host}`,
      );
      check("of the bad endpoint", alarm?.type === "alarm");
      check("that it is good again", cleared?.raised === alarm?.id && more.length === 0);
      const soldTold = told.filter(({ kind }) => kind === "sale");
      check("in order, to the last one", soldTold.at(-1)?.sold === size);
      check("and of each sale", soldTold.length === sales);

      title("Report and withdrawal");
      const report = JSON.parse(await run("affiliates", "report", "--json"));
      check("the report has every wei", report.all.paidWei === paid.toString());
      await run("affiliates", "report");
      const before = await provider.getBalance(treasury.address);
      await run("ticket", "withdraw", "--to", treasury.address);
      const received = (await provider.getBalance(treasury.address)) - before;
      check("the treasury has every wei", received === paid);

      title("Payout");
      await run("affiliates", "due");
      await run("affiliates", "pay");
      const holdings = () =>
        Promise.all(PARTNERS.map(({ address }) => provider.getBalance(address)));
      const due = PARTNERS.map(
        ({ code }) => ((paidWith.get(code) ?? 0n) * BigInt(COMMISSION_PERCENT)) / 100n,
      );
      const paidOut = await holdings();
      check("each affiliate has its commission, to the wei", String(paidOut) === String(due));
      const nonce = await owner.getNonce();
      await run("affiliates", "pay");
      check("paying again sends nothing", (await owner.getNonce()) === nonce);
      check("and each has as much as before", String(await holdings()) === String(due));
      const payments = JSON.parse(await run("affiliates", "payments", "--json"));
      check("the payments are listed", payments.length === due.filter((wei) => wei > 0n).length);
      const sum = paidOut.reduce((all, wei) => all + wei, 0n);
      console.log(
        `\nThe affiliates' addresses have ${amountText(sum, networks.mainnet.currency)} in all.`,
      );
      console.log(
        `\nTaken ${amountText(paid, networks.mainnet.currency)} in ${sales} sales, ${grouped(size)} tickets.`,
      );
    } finally {
      await watch.stop();
    }
  } finally {
    await bad.close();
    await monitor.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `ticket watch` beside the drill, with its lines among those of the steps. */
function startWatch(webhook: string, env: Readonly<Record<string, string>>) {
  const words = ["ticket", "watch", "--every", "0.5", "--until-sold-out", "--webhook", webhook];
  console.log(`\nBeside it all: npm run hardhat -- ${words.join(" ")} --network ${NETWORK}`);
  const child = spawn(process.execPath, [HARDHAT, ...words, "--network", NETWORK], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  let output = "";
  let unprinted = "";
  let look = () => {};
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    unprinted += chunk.toString();
    const lines = unprinted.split("\n");
    unprinted = lines.pop() ?? "";
    for (const line of lines) console.log(`watch | ${line}`);
    look();
  });
  /** Matches begin behind the last one. */
  let seen = 0;
  return {
    ended,
    async saw(pattern: RegExp): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`ticket watch ${why}: ${pattern.source}`));
        timer = setTimeout(() => fail("did not say in time"), LINE_WITHIN_MS);
        void ended.then(() => fail("ended before it said"));
        look = () => {
          const found = pattern.exec(output.slice(seen));
          if (found === null) return;
          seen += found.index + found[0].length;
          resolve();
        };
        look();
      });
      clearTimeout(timer);
    },
    async stop(): Promise<void> {
      child.kill("SIGINT");
      await ended;
    },
  };
}
