import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { JsonRpcSigner, toBeHex } from "ethers";
import { maxPerPurchase, size } from "../../collection.ts";
import { bodyOf, messages } from "../../frontend/src/chain/rpc/json-rpc.ts";
import { saleCall } from "../../frontend/src/chain/sale/reader.ts";
import { TRIAL_PRICE } from "../../scripts/tasks/deploy/trial-price.ts";
import { buildPage, startBench } from "./lib/built-page.ts";
import { nginxVersion, startReadGateway } from "./lib/read-gateway.ts";
import { installAutocannon, type LoadResult } from "./peers/autocannon.ts";

/**
 * Loads the read gateway of docs/team/3-sale-day.md while 100 buyers buy the remaining tickets.
 * Needs nginx (Debian: `apt-get install nginx-light`), and the npm registry for the load generator.
 */
const SECONDS = 10;
const BUYERS = 100;
const WATCHERS = 2_000;
const READ_EVERY_S = 30;
const OUTAGE_S = 10;

const version = nginxVersion();
if (version === null) {
  console.log("bench:sale-day is skipped: nginx is not installed (apt-get install nginx-light).");
  process.exit(0);
}

const bench = await startBench("sale-day");
const { folder, chain, endpoints, browser } = bench;
const { provider, ticket } = chain;
const [first, second] = endpoints;
const page = await bench.serve(path.join(folder, "page"));
const origin = new URL(page.url).origin;
const gateway = await startReadGateway(folder, [first.url, second.url], origin);
const failures: string[] = [];
let mining: ReturnType<typeof setInterval> | undefined;
try {
  const load = await installAutocannon(path.join(folder, "autocannon"));
  const question = (quantity: number, affiliateCode: string | null) =>
    bodyOf(messages([saleCall(chain.ticketAddress, { quantity, affiliateCode })])[0] ?? never());
  const one = [question(1, null)];
  const sixty = Array.from({ length: 30 }, (_, index) => [
    question(index + 1, null),
    question(index + 1, "welcome5"),
  ]).flat();

  console.log(
    `\nnginx ${version}, load generator and chain on the same processors, ${SECONDS} s each`,
  );
  row("", ["a second", "p50", "p99", "failed", "upstream"]);
  const direct = await load({ url: first.url, bodies: one, connections: 50, seconds: SECONDS });
  printLoad("one question, only the endpoint", direct);
  for (const [title, bodies] of [
    ["one question, gateway", one],
    ["60 questions, gateway", sixty],
  ] as const) {
    forget();
    const result = await load({ url: gateway.url, bodies, connections: 100, seconds: SECONDS });
    printLoad(title, result);
    const most = Math.max(0, ...first.asked.values());
    check(
      most <= SECONDS + 2,
      `${title}: each question reached an endpoint at most ${most} times in ${SECONDS} s`,
    );
    check(result.failures === 0, `${title}: ${result.failures} failed`);
  }

  await buildPage(path.join(folder, "page"), chain.ticketAddress, gateway.url, second.url);
  const visitor = await browser.newPage();
  await visitor.goto(page.url);
  await visitor
    .getByText(/\d\.\d{6} ETH/)
    .first()
    .waitFor();

  console.log("\nThe gateway's first endpoint tells half the price, and then the truth again");
  const lies = await watchLies(gateway.url, one[0] ?? "");
  check(lies.told > 0, `while it lies, the gateway passes it on: ${lies.told} answers`);
  check(
    lies.lastAfterMs <= 2_000,
    `the last wrong answer was asked for ${lies.lastAfterMs} ms after the endpoint's last lie`,
  );

  console.log(
    `\n${BUYERS} buyers and ${WATCHERS} watchers, a block a second, an outage of ${OUTAGE_S} s`,
  );
  const left = size - Number(await ticket.totalSupply());
  await provider.send("evm_setAutomine", [false]);
  mining = setInterval(() => void provider.send("evm_mine", []), 1_000);

  forget();
  const rate = Math.round(WATCHERS / READ_EVERY_S);
  const seconds = 40;
  const watching = load({ url: gateway.url, bodies: sixty, connections: WATCHERS, seconds, rate });
  const ages = watchAges(gateway.url, one[0] ?? "", seconds - 5);
  const buying = buyAll(left);
  await pause(15_000);
  for (const endpoint of endpoints) endpoint.isDown = true;
  await pause(OUTAGE_S * 1_000);
  for (const endpoint of endpoints) endpoint.isDown = false;

  const [watched, told] = [await watching, await ages];
  await buying;
  printLoad("watchers", watched);
  console.log(
    `oldest answer ${told.oldest} ms, ${told.refused} of ${told.asked} refused (the outage included)`,
  );
  check(
    told.oldest <= 2_000,
    `no answer was older than 2 s when it was asked for: ${told.oldest} ms`,
  );
  const sold = await ticket.totalSupply();
  check(sold === BigInt(size), `${sold} of ${size} are sold`);
  await visitor.getByText("Sold out", { exact: false }).first().waitFor({ timeout: 90_000 });
  check(true, "the page says that it is sold out");
} finally {
  clearInterval(mining);
  await gateway.stop();
  await bench.close();
}
if (failures.length > 0) {
  console.error(`\nNot held:\n${failures.join("\n")}`);
  process.exitCode = 1;
}

function never(): never {
  throw new Error("There is no question");
}

function forget() {
  for (const endpoint of endpoints) endpoint.asked.clear();
}

function check(held: boolean, what: string) {
  console.log(`${held ? "held" : "NOT HELD"}  ${what}`);
  if (!held) failures.push(what);
}

function row(title: string, cells: readonly string[]) {
  console.log(title.padEnd(32) + cells.map((cell) => cell.padStart(12)).join(""));
}

function printLoad(title: string, { perSecond, p50, p99, failures: failed }: LoadResult) {
  const upstream = endpoints
    .flatMap(({ asked }) => [...asked.values()])
    .reduce((sum, count) => sum + count, 0);
  row(title, [perSecond.toFixed(0), `${p50} ms`, `${p99} ms`, String(failed), String(upstream)]);
}

/** @returns `null` if the gateway refused */
async function ask(url: string, body: string) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  if (!response.ok) return null;
  return JSON.parse(text) as { readonly result: unknown; readonly answeredAt: number };
}

async function watchAges(url: string, body: string, seconds: number) {
  const told = { oldest: 0, asked: 0, refused: 0 };
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    told.asked += 1;
    const askedAt = Date.now();
    const answer = await ask(url, body);
    if (answer === null) told.refused += 1;
    else told.oldest = Math.max(told.oldest, askedAt - answer.answeredAt);
    await pause(100);
  }
  return told;
}

async function watchLies(url: string, body: string) {
  const answerOf = async () => (await ask(url, body))?.result ?? null;
  let honest = await answerOf();
  while (honest === null) honest = await answerOf();
  const isLie = (answer: unknown) => answer !== null && answer !== honest;
  const word = (wei: bigint) => wei.toString(16).padStart(64, "0");
  first.lie = (text) => text.replaceAll(word(TRIAL_PRICE), word(TRIAL_PRICE / 2n));
  const lies = { told: 0, lastAfterMs: 0 };
  for (const end = Date.now() + 30_000; lies.told < 20 && Date.now() < end; ) {
    if (isLie(await answerOf())) lies.told += 1;
    await pause(50);
  }
  first.lie = null;
  const since = Date.now();
  while (Date.now() < since + 5_000) {
    const askedAt = Date.now();
    if (isLie(await answerOf())) lies.lastAfterMs = askedAt - since;
    await pause(50);
  }
  return lies;
}

async function buyAll(left: number) {
  const sent: Promise<unknown>[] = [];
  for (let index = 0, rest = left; rest > 0; index += 1) {
    const quantity = Math.min(maxPerPurchase, rest);
    rest -= quantity;
    const buyer = toBeHex(0xb0b0_0000 + (index % BUYERS), 20);
    await provider.send("hardhat_impersonateAccount", [buyer]);
    await provider.send("hardhat_setBalance", [buyer, toBeHex(10n ** 22n)]);
    const value = await ticket.getPriceForQuantity(quantity);
    const byBuyer = ticket.connect(new JsonRpcSigner(provider, buyer));
    const transaction = await byBuyer.buyTicket(buyer, quantity, { value, gasLimit: 300_000 });
    sent.push(transaction.wait());
    await pause(200);
  }
  await Promise.all(sent);
}
