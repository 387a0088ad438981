import { expect, it } from "vitest";
import * as collection from "../../../../collection.ts";
import {
  endpoint,
  installFakeClock,
  outcome,
  pass,
  serving,
  TICKET,
  transportTo,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { confirmRefusal } from "./confirm-refusal.ts";
import { createTicketReader, type SaleQuery } from "./reader.ts";

const SIZE = BigInt(collection.size);
const MINUTE = 60_000;
const query: SaleQuery = { quantity: 1, affiliateCode: "no-such" };
const active: SaleQuery = { quantity: 1, affiliateCode: "welcome5" };

type Told = Parameters<typeof ticketAnswers>[0];

/** `tell` changes the answers of all endpoints, or only of the second one. */
async function visitOf(count: number) {
  const told: Told[] = [];
  const endpoints = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      endpoint(serving({ answer: (message) => ticketAnswers(told[at])(message) })),
    ),
  );
  const transport = transportTo(endpoints);
  const reader = createTicketReader(transport, TICKET, (...asked) =>
    confirmRefusal(transport, TICKET, ...asked),
  );
  return {
    tell: (next: Told, second = next) => told.splice(0, 2, next, second),
    async read(asked = query) {
      const before = endpoints.map(({ requests }) => requests.length);
      const sale = await outcome(reader.readSale(asked));
      const requests = endpoints.map((each, at) => each.requests.length - (before[at] ?? 0));
      return { sale, requests };
    },
  };
}

installFakeClock();

it("asks the only endpoint of a build no second time", async () => {
  const { read } = await visitOf(1);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [1] });
});

it("shows what one endpoint says alone while there is something to buy", async () => {
  const { read, tell } = await visitOf(2);
  tell({ totalSupply: SIZE - 1n }, {});
  expect(await read(active)).toMatchObject({
    sale: { totalSupply: SIZE - 1n, paused: false, affiliateActive: true },
    requests: [1, 0],
  });
});

it.each<[string, Told]>([
  ["that all is sold", { totalSupply: SIZE }],
  ["that sales are paused", { paused: true }],
  ["that a code is inactive", { activeCodes: [] }],
])("turns no visitor away: %s is asked of a second one", async (_, told = {}) => {
  const { read, tell } = await visitOf(2);
  tell(told, {});
  await expect(read(active)).rejects.toMatchObject({ failure: { reason: "endpointsDisagree" } });
  tell(told);
  const { totalSupply = 0n, paused = false } = told;
  const affiliateActive = told.activeCodes === undefined;
  expect(await read(active)).toMatchObject({ sale: { totalSupply, paused, affiliateActive } });
});

it("asks each of two what one says, and believes the one for five minutes more", async () => {
  const { read } = await visitOf(2);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [2, 1] });
  await pass(5 * MINUTE - 1_000);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [1, 0] });
  await pass(1_000);
  expect(await read()).toMatchObject({ sale: { affiliateActive: false }, requests: [2, 1] });
});

it.each<[string, Told, SaleQuery, readonly number[]]>([
  ["asks both at once of another code", {}, { ...query, affiliateCode: "nor-this" }, [2, 1]],
  ["asks both at once if sales are paused as well", { paused: true }, query, [2, 1]],
  ["asks both at once if all is sold as well", { totalSupply: SIZE }, query, [2, 1]],
  ["believes one endpoint of another quantity", {}, { ...query, quantity: 2 }, [1, 0]],
  ["shows the rest as one endpoint tells it", { totalSupply: 7n }, query, [1, 0]],
  [
    "needs no other word that a code is active after all",
    { activeCodes: ["no-such"] },
    query,
    [1, 0],
  ],
])("after a refusal %s", async (_, next, asked, requests) => {
  const { read, tell } = await visitOf(2);
  await read();
  tell(next);
  const { totalSupply = 0n, activeCodes = [] } = next ?? {};
  const sale = { totalSupply, affiliateActive: activeCodes.length > 0 };
  expect(await read(asked)).toMatchObject({ sale, requests });
});

it("believes two of three that sell, each time that the first says that sales are paused", async () => {
  const { read, tell } = await visitOf(3);
  tell({ paused: true }, {});
  for (const _ of [1, 2]) expect(await read(active)).toMatchObject({ sale: { paused: false } });
});

it("keeps no refusal that the other endpoint does not confirm", async () => {
  const { read, tell } = await visitOf(2);
  tell({}, { activeCodes: ["no-such"] });
  await expect(read()).rejects.toMatchObject({ failure: { reason: "endpointsDisagree" } });
  await expect(read()).rejects.toMatchObject({ failure: { reason: "endpointsDisagree" } });
  tell({});
  expect(await read()).toMatchObject({ sale: { affiliateActive: false } });
});
