import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Fault, faultNames, faults, LAGGING } from "../../../../test/doubles/rpc/faults.ts";
import {
  CHAIN_ID,
  elapsed,
  endpoint,
  type FakeEndpoint,
  installFakeClock,
  outcome,
  serving,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { createTicketReader } from "../sale/reader.ts";
import { createTransport } from "./create-transport.ts";
import { EndpointsFailed } from "./transport.ts";

/**
 * Shows conformance row K-24 over real sockets: one working endpoint among failing ones is enough.
 */

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const CODE_SHA256 = createHash("sha256").update(Buffer.from("c0de", "hex")).digest("hex");
const PRICE = 50_000_000_000_000_000n;
const PATIENCE_MS = 12_000;

const good = () => endpoint(serving({ answer: ticketAnswers({ price: PRICE }) }));

function readerOf(endpoints: readonly FakeEndpoint[]) {
  const urls = endpoints.map(({ url }) => url);
  const deployment = { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: CODE_SHA256 };
  return createTicketReader(createTransport(urls, deployment), TICKET);
}

async function priceFrom(endpoints: readonly FakeEndpoint[]): Promise<bigint> {
  const sale = await outcome(readerOf(endpoints).readSale({ quantity: 1, affiliateCode: null }));
  return sale.quote.payable;
}

installFakeClock();

describe.each(faultNames)("an endpoint that %s", (fault) => {
  it("before a good one costs at most 12 s", async () => {
    expect(await priceFrom([await faults[fault](), await good()])).toBe(PRICE);
    expect(elapsed()).toBeLessThanOrEqual(PATIENCE_MS);
  });

  it("after a good one costs nothing", async () => {
    expect(await priceFrom([await good(), await faults[fault]()])).toBe(PRICE);
    expect(elapsed()).toBe(0);
  });
});

it("three silent ones before a good one cost at most 12 s", async () => {
  const silent = await Promise.all([1, 2, 3].map(() => faults["is silent"]()));
  expect(await priceFrom([...silent, await good()])).toBe(PRICE);
  expect(elapsed()).toBeLessThanOrEqual(PATIENCE_MS);
});

describe("when the only endpoint", () => {
  it.each(faultNames.filter((fault) => fault !== LAGGING))(
    "%s, there is no price",
    async (fault) => {
      await expect(priceFrom([await faults[fault]()])).rejects.toThrow(EndpointsFailed);
    },
  );

  it("is 1000 blocks behind, its price counts: the chain may stand still", async () => {
    expect(await priceFrom([await faults[LAGGING]()])).not.toBe(PRICE);
    expect(elapsed()).toBe(0);
  });
});

/** The page detects these faults without a health check. */
const SUDDEN: readonly Fault[] = [
  "is silent",
  "closes half-way",
  "answers 429, Retry-After 3 s",
  "answers 429, Retry-After 60 s",
  "answers 500",
  "answers HTML",
  "answers truncated JSON",
  "answers with other ids",
];

it.each(SUDDEN)("an endpoint that was good and then %s costs at most 12 s", async (fault) => {
  const first = await good();
  const reader = readerOf([first, await good()]);
  const read = () => outcome(reader.readSale({ quantity: 1, affiliateCode: null }));
  await read();
  first.behave = (await faults[fault]()).behave;
  expect((await read()).quote.payable).toBe(PRICE);
  expect(elapsed()).toBeLessThanOrEqual(PATIENCE_MS);
});
