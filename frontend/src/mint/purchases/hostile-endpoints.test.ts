import { describe, expect, it, vi } from "vitest";
import { networks } from "../../../../networks.ts";
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
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { createTransport } from "../../chain/rpc/create-transport.ts";
import { readConfirmedSale } from "../../chain/sale/confirm-sale.ts";
import { MintError } from "../../domain/mint/mint-failure.ts";
import type { Order } from "../../domain/order/order.ts";
import { failureMessage } from "../../domain/words/failure-words.ts";
import { failureOf, type MintPorts, mintTicket } from "./mint-ticket.ts";

/** A click on Mint while endpoints fail, over real sockets. */

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CODE_SHA256 = "1b96011418a3675a82b529695daac30914827d65d2ff3e0bc6873526a1beefcf";
const PRICE = 50_000_000_000_000_000n;
const order: Order = { quantity: 1, affiliate: { kind: "none" }, payable: PRICE };

const telling = (price: bigint) => endpoint(serving({ answer: ticketAnswers({ price }) }));

/** Reaching this point shows that the purchase passed all checks of the chain's answers. */
class GotThrough extends MintError {
  constructor() {
    super({ reason: "rejected" });
  }
}

async function wordsAfterMint(endpoints: readonly FakeEndpoint[]): Promise<string> {
  const transport = createTransport(
    endpoints.map(({ url }) => url),
    { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: CODE_SHA256 },
  );
  const ports: MintPorts = {
    chainId: CHAIN_ID,
    wallet: {
      getState: () => ({ status: "connected", address: BUYER }),
      getProvider: () => ({
        request: async ({ method }) => (method === "eth_accounts" ? [BUYER] : CHAIN_ID),
      }),
    },
    loadPurchaser: async () => ({
      assess: async ({ quantity }, _buyer, signal) => {
        const query = { quantity, affiliateCode: null };
        const confirmed = await readConfirmedSale(transport, TICKET, query, signal);
        return { ...confirmed, assessments: [] };
      },
      prepare: () => Promise.reject(new GotThrough()),
      estimateFee: vi.fn(),
      hear: () => new Promise(() => undefined),
      send: vi.fn(),
      follow: vi.fn(),
    }),
  };
  const nothing = () => undefined;
  const { signal } = new AbortController();
  const error = await outcome(
    mintTicket(ports, order, nothing, nothing, signal).then(
      () => Promise.reject(new Error("It did not fail")),
      (reason: unknown) => reason,
    ),
  );
  return failureMessage(failureOf(error), networks.mainnet);
}

const GOT_THROUGH = failureMessage({ reason: "rejected" }, networks.mainnet);

installFakeClock();

describe("when the only endpoint", () => {
  it.each(faultNames.filter((fault) => fault !== LAGGING))(
    "%s, the words say that the network does not answer",
    async (fault) => {
      expectWarning("The sale could not be read");
      expect(await wordsAfterMint([await faults[fault]()])).toBe(
        "Error sending transaction: the network isn't answering. Nothing was sent. Try again in a moment.",
      );
    },
  );
});

describe("when one good endpoint is left", () => {
  it.each<[Fault]>(faultNames.map((fault) => [fault]))(
    "beside one that %s, it is asked, and the visitor does not wait for long",
    async (fault) => {
      expect(await wordsAfterMint([await faults[fault](), await telling(PRICE)])).toBe(GOT_THROUGH);
      expect(elapsed()).toBeLessThanOrEqual(12_000);
    },
  );
});

it("stops when two endpoints tell two prices", async () => {
  expect(await wordsAfterMint([await telling(PRICE), await telling(PRICE / 2n)])).toBe(
    "Error sending transaction: this page couldn't confirm the price: two sources differ. Nothing was sent. Try again in a moment.",
  );
});
