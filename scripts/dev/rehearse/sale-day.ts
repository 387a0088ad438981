import { on, once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { getAddress, toBeHex } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import type { Ticket } from "../../../typechain-types/contracts/Ticket.ts";
import { grouped, plural } from "../../tasks/cli/amounts.ts";
import { type BadEndpoint, startBadEndpoint } from "./bad-endpoint.ts";
import { createTill, type Till } from "./buy-tickets.ts";
import {
  COMMISSION_PERCENT,
  check,
  checkReport,
  deployTicket,
  moneyText,
  NETWORK,
  type Rehearsal,
  sayTaken,
  startTask,
  sum,
  withdraw,
} from "./rehearsal.ts";

/** Rehearses the day of a sale and prints the lines of `ticket watch`. */

const PARTNERS = Array.from({ length: 10 }, (_, i) => ({
  code: `partner-${i}`,
  address: getAddress(toBeHex(0xc0de_0000 + i, 20)),
}));
/** Purchases before the incident. */
const RUSH = Math.min(20, Math.floor(size / 4));
const RUSH_SALE = Math.min(5, maxPerPurchase);
const LINE_WITHIN_MS = 60_000;

interface SaleDay extends Rehearsal {
  readonly ticket: Ticket;
  readonly till: Till;
  readonly bad: BadEndpoint;
  readonly watch: ReturnType<typeof startWatch>;
}

export async function rehearseSaleDay(rehearsal: Rehearsal): Promise<void> {
  const { url, others } = rehearsal;
  const bad = await startBadEndpoint(url);
  try {
    title("Before");
    const ticket = await deployTicket(rehearsal);
    await registerPartners(rehearsal);
    const watch = startWatch({
      REHEARSAL_RPC_URL: url,
      REHEARSAL_SECOND_RPC_URL: bad.url,
      VITE_RPC_URLS: `${url}/third`,
    });
    const codeOf = (sale: number) =>
      sale % 3 === 0 ? null : (PARTNERS[sale % PARTNERS.length]?.code ?? null);
    const till = createTill(ticket, others, codeOf);
    const day: SaleDay = { ...rehearsal, ticket, till, bad, watch };
    try {
      await watch.saw(/ figures .+; paused at /);
      await sell(day);
      await sellOut(day);
      title("Report and withdrawal");
      await checkReport(day, till);
      await withdraw(day, till);
      await payOut(day);
    } finally {
      await watch.stop();
    }
    sayTaken(till, size);
  } finally {
    await bad.close();
  }
}

async function registerPartners({ folder, run }: Rehearsal): Promise<void> {
  const csv = path.join(folder, "affiliates.csv");
  const rows = PARTNERS.map(({ code, address }) => `${code},${address}\n`);
  await writeFile(csv, `code,payee\n${rows.join("")}`);
  await run("affiliates", "import", csv);
  await run("ticket", "deploy-payouts", "--commission", String(COMMISSION_PERCENT));
  await run("affiliates", "payees", "import", csv);
}

async function sell({ ticket, till, bad, watch, run }: SaleDay): Promise<void> {
  title("Opening");
  await run("ticket", "unpause");
  await watch.saw(/ pause +sales are open/);

  title(`Rush: ${plural(RUSH, "purchase")} of ${plural(RUSH_SALE, "ticket")}`);
  for (let sale = 0; sale < RUSH; sale += 1) await till.buy(RUSH_SALE);
  await watch.saw(new RegExp(` figures +${grouped(await ticket.totalSupply())} of `));

  title("An endpoint leaves sales out");
  const { host } = new URL(bad.url);
  bad.leavesOutSales = true;
  await till.buy(1);
  await watch.saw(new RegExp(`ALARM +${host} says 0 .+, and the others 1 `));
  bad.leavesOutSales = false;
  await till.buy(1);
  await watch.saw(new RegExp(`all clear +${host} agrees again`));

  title("An incident");
  await run("ticket", "pause");
  await watch.saw(/ pause +sales are paused/);
  check("nothing is sold while it is paused", await ticket.paused());
  await run("ticket", "unpause");
}

async function sellOut({ ticket, till, watch }: SaleDay): Promise<void> {
  title("The last ticket");
  for (let left = size - Number(await ticket.totalSupply()); left > 0; left -= maxPerPurchase) {
    await till.buy(Math.min(left, maxPerPurchase));
  }
  await watch.saw(new RegExp(` figures +${grouped(size)} of .+; sold out at `));
  check("the watch ends by itself, with exit code 0", (await watch.ended) === 0);
}

async function payOut({ owner, provider, till, run }: SaleDay): Promise<void> {
  title("Payout");
  await run("affiliates", "due");
  await run("affiliates", "pay");
  const holdings = () => Promise.all(PARTNERS.map(({ address }) => provider.getBalance(address)));
  const due = PARTNERS.map(({ code }) => till.commission(code, COMMISSION_PERCENT));
  const paidOut = await holdings();
  check("each affiliate has its commission, to the wei", String(paidOut) === String(due));
  const nonce = await owner.getNonce();
  await run("affiliates", "pay");
  check("paying again sends nothing", (await owner.getNonce()) === nonce);
  check("and each has as much as before", String(await holdings()) === String(due));
  const payments = JSON.parse(await run("affiliates", "payments", "--json"));
  check("the payments are listed", payments.length === due.filter((wei) => wei > 0n).length);
  console.log(`\nThe affiliates' addresses have ${moneyText(sum(paidOut))} in all.`);
}

function title(text: string): void {
  console.log(`\n${text}\n${"=".repeat(text.length)}`);
}

function startWatch(env: Readonly<Record<string, string>>) {
  const words = ["ticket", "watch", "--every", "0.5", "--until-sold-out"];
  console.log(`\nBeside it all: npm run hardhat -- ${words.join(" ")} --network ${NETWORK}`);
  const child = startTask(words, env);
  const ended = once(child, "close").then(([code]) => code as number | null);
  const output = createInterface(child.stdout);
  output.on("line", (line) => console.log(`watch | ${line}`));
  const lines = on(output, "line", { close: ["close"] });

  /** Resolves at the next line that matches. */
  async function nextLine(pattern: RegExp): Promise<void> {
    let line: string;
    do {
      const { done, value } = await lines.next();
      if (done) throw new Error(`ticket watch ended before it said: ${pattern.source}`);
      [line] = value;
    } while (!pattern.test(line));
  }

  return {
    ended,
    async saw(pattern: RegExp): Promise<void> {
      const tooLate = wait(LINE_WITHIN_MS, null, { ref: false }).then(() => {
        throw new Error(`ticket watch did not say in time: ${pattern.source}`);
      });
      await Promise.race([nextLine(pattern), tooLate]);
    },
    async stop(): Promise<void> {
      child.kill("SIGINT");
      await ended;
    },
  };
}
