import { expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import {
  CHAIN_ID,
  endpoint,
  installFakeClock,
  outcome,
  pass,
  serving,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { createTransport } from "../rpc/create-transport.ts";
import { confirmRefusal } from "./confirm-refusal.ts";
import { createTicketReader, type SaleQuery } from "./reader.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const SIZE = BigInt(collection.size);
const MINUTE = 60_000;
const query: SaleQuery = { quantity: 1, affiliateCode: "no-such" };

type Told = Parameters<typeof ticketAnswers>[0];

/** `tell` changes the answers of all endpoints. */
async function visitOf(endpoints: number) {
  let told: Told;
  const all = await Promise.all(
    Array.from({ length: endpoints }, () =>
      endpoint(serving({ answer: (message) => ticketAnswers(told)(message) })),
    ),
  );
  const transport = createTransport(
    all.map(({ url }) => url),
    { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null },
  );
  const reader = createTicketReader(transport, TICKET, (...asked) =>
    confirmRefusal(transport, TICKET, ...asked),
  );
  return {
    endpoints: all,
    tell: (next: Told) => {
      told = next;
    },
    async read(asked = query) {
      const before = all.map(({ requests }) => requests.length);
      const sale = await outcome(reader.readSale(asked));
      return { sale, requests: all.map(({ requests }, at) => requests.length - (before[at] ?? 0)) };
    },
  };
}

installFakeClock();

it("asks the only endpoint of a build no second time", async () => {
  const { read } = await visitOf(1);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [1] });
});

it("asks each of two what one says, and believes the one for five minutes more", async () => {
  const { read } = await visitOf(2);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [2, 1] });
  await pass(5 * MINUTE - 1_000);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [1, 0] });
  await pass(1_000);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [2, 1] });
});

it.each<[string, Told, SaleQuery]>([
  ["of another code", {}, { ...query, affiliateCode: "nor-this" }],
  ["that sales are paused as well", { paused: true }, query],
  ["that all is sold as well", { totalSupply: SIZE }, query],
])("asks both at once where one says %s", async (_, next, asked) => {
  const { read, tell } = await visitOf(2);
  await read();
  tell(next);
  expect(await read(asked)).toMatchObject({ requests: [2, 1] });
});

it("shows what the endpoint that is read says of the rest", async () => {
  const { read, tell } = await visitOf(2);
  await read();
  tell({ totalSupply: 7n });
  expect(await read()).toMatchObject({ sale: { totalSupply: 7n }, requests: [1, 0] });
});

it("keeps no refusal that the other endpoint does not confirm", async () => {
  const { read, endpoints } = await visitOf(2);
  const [, other] = endpoints;
  const honest = other?.behave;
  const active = serving({ answer: ticketAnswers({ activeCodes: ["no-such"] }) });
  Object.assign(other ?? {}, { behave: active });
  await expect(read()).rejects.toMatchObject({ failure: { reason: "endpointsDisagree" } });
  await expect(read()).rejects.toMatchObject({ failure: { reason: "endpointsDisagree" } });
  Object.assign(other ?? {}, { behave: honest });
  expect(await read()).toMatchObject({ sale: { affiliateActive: false } });
});

it("needs no other word that a code is active after all", async () => {
  const { read, tell } = await visitOf(2);
  await read();
  tell({ activeCodes: ["no-such"] });
  expect(await read()).toMatchObject({ sale: { affiliateActive: true }, requests: [1, 0] });
});
