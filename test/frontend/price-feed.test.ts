import { getAddress } from "ethers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rateCall, rateIn } from "../../frontend/src/chain/sale/price-feed.ts";
import { carryRates } from "../../frontend/src/chain/sale/rates.ts";
import { createTicketReader } from "../../frontend/src/chain/sale/reader.ts";
import {
  aggregatorDouble,
  DECIMALS,
  DESCRIPTION,
  feedAnswers,
  LATEST_ROUND,
  type Round,
} from "../doubles/feed/aggregator.ts";
import { RATE } from "../doubles/feed/rate.ts";
import { provider, ticketAddress, transport } from "./support/local-chain.ts";

const FEED = getAddress("0x00000000000000000000000000000000000feed1");

let feed: Awaited<ReturnType<typeof aggregatorDouble>>;
const now = async () => (await provider.getBlock("latest"))?.timestamp ?? 0;

/** Returns `null` also if the lens reverts. */
async function rateOf(address = FEED, symbol = "ETH"): Promise<bigint | null> {
  const { method, params } = rateCall(address, symbol);
  return rateIn(await provider.send(method, [...params]).catch(() => null));
}

beforeAll(async () => {
  const [account = ""] = await provider.send("eth_accounts", []);
  feed = await aggregatorDouble(provider, FEED, account);
});

beforeEach(async () => {
  await feed.tell({ updatedAt: await now() });
});

describe("the lens that asks a price feed", () => {
  const questions = [LATEST_ROUND, DECIMALS, DESCRIPTION];
  const answerTo = async (question: string) =>
    feedAnswers({ updatedAt: await now() })[question] ?? "0x";

  it.each(questions)(
    "brings none if %s reverts, burns its gas or has too few bytes",
    async (question) => {
      for (const conduct of ["revert", "burnGas"] as const) {
        await feed.set(question, conduct, await answerTo(question));
        expect(await rateOf(), conduct).toBeNull();
      }
      for (const bytes of ["0x", `0x${"00".repeat(31)}`]) {
        await feed.set(question, "answer", bytes);
        expect(await rateOf(), bytes).toBeNull();
      }
      await feed.set(question, "answer", `${await answerTo(question)}${"00".repeat(2_000)}`);
      expect(await rateOf(), "bytes after the right answer").toBe(RATE);
    },
  );

  // The rate's age is compared with the block's own time.
  it.each<[string, Partial<Round> & { readonly age?: number }, bigint?]>([
    ["of now", {}, RATE],
    ["nearly three hours old", { age: 3 * 3_600 - 60 }, RATE],
    ["more than three hours old", { age: 3 * 3_600 + 1 }],
    ["of a later time", { age: -3_600 }],
    ["of no time", { updatedAt: 0 }],
    ["0", { answer: 0n }],
    ["negative", { answer: -RATE }],
    ["the least there is", { answer: -(2n ** 255n) }],
    ["huge", { answer: 2n ** 255n - 1n }],
    ["with 18 decimals", { answer: 2_500n * 10n ** 18n, decimals: 18 }],
    ["said to have 18 decimals", { decimals: 18 }],
    ["said to have none", { decimals: 0 }],
    ["of bitcoin", { description: "BTC / USD" }],
    ["in another currency", { description: "ETH / EUR" }],
    ["of a coin whose name begins so", { description: "ETH / USDX" }],
    ["of a longer name", { description: "ETH / USD".padEnd(40, "!") }],
    ["of a name longer than a word that begins so", { description: "ETH / USD".padEnd(33, "\0") }],
    ["of no name", { description: "" }],
  ])("told a price that is %s, brings the rate if it can be used", async (_what, told, rate) => {
    const { age = 0, ...round } = told;
    await feed.tell({ updatedAt: (await now()) - age, ...round });
    expect(await rateOf()).toBe(rate ?? null);
  });

  it("brings the price of the network's coin only", async () => {
    await feed.tell({ updatedAt: await now(), description: "POL / USD" });
    expect(await rateOf(FEED, "POL")).toBe(RATE);
    expect(await rateOf()).toBeNull();
  });

  it.each([
    ["nothing", "0x00000000000000000000000000000000000feed2"],
    ["another contract", ticketAddress],
    ["a precompile", "0x0000000000000000000000000000000000000004"],
  ])("brings none if there is %s", async (_what, address) => {
    expect(await rateOf(address)).toBeNull();
  });

  it("brings the rate with the sale, and only the sale if every question burns all gas that it gets", async () => {
    const sale = { ...transport };
    const rates = carryRates(sale, transport, { address: FEED, symbol: "ETH" });
    const reader = createTicketReader(sale, ticketAddress);
    const query = { quantity: 2, affiliateCode: null };
    expect(await reader.readSale(query)).toMatchObject({ quote: { quantity: 2 } });
    expect(rates.getRate()).toBe(RATE);
    for (const question of questions) await feed.set(question, "burnGas");
    expect(await reader.readSale(query)).toMatchObject({ quote: { quantity: 2 } });
    expect(rates.getRate()).toBeNull();
  });
});
