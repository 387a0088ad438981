import { getAddress, JsonRpcProvider } from "ethers";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createTransport } from "../../frontend/src/chain/rpc/create-transport.ts";
import { rateCall, rateIn } from "../../frontend/src/chain/sale/price-feed.ts";
import { carryRates } from "../../frontend/src/chain/sale/rates.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import { networks } from "../../networks.ts";
import {
  aggregatorDouble,
  type Conduct,
  DECIMALS,
  DESCRIPTION,
  feedAnswers,
  LATEST_ROUND,
  type Round,
} from "../doubles/feed/aggregator.ts";
import { RATE } from "../doubles/feed/rate.ts";

const FEED = getAddress("0x00000000000000000000000000000000000feed1");
const rpcUrl = inject("rpcUrl");
const ticketAddress = inject("ticketAddress");
const { chainId } = networks.localhost;
const provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });
provider.pollingInterval = 20;

let feed: Awaited<ReturnType<typeof aggregatorDouble>>;
const now = async () => (await provider.getBlock("latest"))?.timestamp ?? 0;

/** Returns `null` also if the lens reverts. */
async function rateOf(address = FEED, symbol = "ETH"): Promise<bigint | null> {
  const { method, params } = rateCall(address, symbol);
  return rateIn(await provider.send(method, [...params]).catch(() => null));
}

async function saleWith(address: string) {
  const transport = createTransport([rpcUrl], { chainId, ticketAddress, codeSha256: null });
  const sale = { ...transport };
  const rates = carryRates(sale, transport, { address, symbol: "ETH" });
  const read = await createTicketReader(sale, ticketAddress).readSale({
    quantity: 2,
    affiliateCode: null,
  });
  return { quantity: read.quote.quantity, rate: rates.getRate() };
}

beforeAll(async () => {
  const [account = ""] = await provider.send("eth_accounts", []);
  feed = await aggregatorDouble(provider, FEED, account);
});

beforeEach(async () => {
  await feed.tell({ updatedAt: await now() });
});

afterAll(async () => {
  await provider.send("hardhat_setCode", [FEED, "0x"]);
  provider.destroy();
});

describe("the lens that asks a price feed", () => {
  it("brings the rate", async () => {
    expect(await rateOf()).toBe(RATE);
  });

  it("compares the rate's age with the block's own time", async () => {
    const updatedAt = await now();
    await feed.tell({ updatedAt: updatedAt - 3 * 3_600 + 60 });
    expect(await rateOf()).toBe(RATE);
    await feed.tell({ updatedAt: updatedAt - 3 * 3_600 - 1 });
    expect(await rateOf()).toBeNull();
    await feed.tell({ updatedAt: updatedAt + 3_600 });
    expect(await rateOf()).toBeNull();
  });

  const questions = [LATEST_ROUND, DECIMALS, DESCRIPTION];
  const conducts: readonly Conduct[] = ["revert", "burnGas"];
  it.each(questions.flatMap((question) => conducts.map((conduct) => [question, conduct] as const)))(
    "brings none, and the sale, if %s is answered so: %s",
    async (question, conduct) => {
      const answer = feedAnswers({ updatedAt: await now() })[question] ?? "0x";
      await feed.set(question, conduct, answer);
      expect(await rateOf()).toBeNull();
      expect(await saleWith(FEED)).toEqual({ quantity: 2, rate: null });
    },
  );

  it.each(questions)(
    "brings none, and the sale, if %s is answered by too few bytes",
    async (question) => {
      for (const bytes of ["0x", `0x${"00".repeat(31)}`]) {
        await feed.set(question, "answer", bytes);
        expect(await rateOf(), bytes).toBeNull();
        expect(await saleWith(FEED)).toEqual({ quantity: 2, rate: null });
      }
    },
  );

  it.each<[string, Partial<Round>]>([
    ["0", { answer: 0n }],
    ["negative", { answer: -RATE }],
    ["the least there is", { answer: -(2n ** 255n) }],
    ["huge", { answer: 2n ** 255n - 1n }],
    ["with 18 decimals", { answer: 2_500n * 10n ** 18n, decimals: 18 }],
    ["said to have 18 decimals", { decimals: 18 }],
    ["said to have none", { decimals: 0 }],
    ["of no time", { updatedAt: 0 }],
    ["of bitcoin", { description: "BTC / USD" }],
    ["in another currency", { description: "ETH / EUR" }],
    ["of a coin whose name begins so", { description: "ETH / USDX" }],
    ["of a longer name", { description: "ETH / USD".padEnd(40, "!") }],
    ["of a name longer than a word that begins so", { description: "ETH / USD".padEnd(33, "\0") }],
    ["of no name", { description: "" }],
  ])("brings none of a price that is %s", async (_what, round) => {
    await feed.tell({ updatedAt: await now(), ...round });
    expect(await rateOf()).toBeNull();
  });

  it("brings the price of the network's coin only", async () => {
    await feed.tell({ updatedAt: await now(), description: "POL / USD" });
    expect(await rateOf(FEED, "POL")).toBe(RATE);
    expect(await rateOf()).toBeNull();
  });

  it.each(questions)("takes no notice of bytes after the right answer to %s", async (question) => {
    const answer = feedAnswers({ updatedAt: await now() })[question] ?? "0x";
    await feed.set(question, "answer", `${answer}${"00".repeat(2_000)}`);
    expect(await rateOf()).toBe(RATE);
  });

  it("brings none, and the sale, if every question takes all gas that it gets", async () => {
    for (const question of questions) await feed.set(question, "burnGas");
    expect(await rateOf()).toBeNull();
    expect(await saleWith(FEED)).toEqual({ quantity: 2, rate: null });
  });

  it.each([
    ["nothing", "0x00000000000000000000000000000000000feed2"],
    ["another contract", ticketAddress],
    ["a precompile", "0x0000000000000000000000000000000000000004"],
  ])("brings none, and the sale, if there is %s", async (_what, address) => {
    expect(await rateOf(address)).toBeNull();
    expect(await saleWith(address)).toEqual({ quantity: 2, rate: null });
  });

  it("rides along with the sale", async () => {
    expect(await saleWith(FEED)).toEqual({ quantity: 2, rate: RATE });
  });
});
