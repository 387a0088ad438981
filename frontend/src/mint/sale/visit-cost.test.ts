// @vitest-environment jsdom

import { gzipSync } from "node:zlib";
import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { size } from "../../../../collection.ts";
import {
  type Behaviour,
  CHAIN_ID,
  endpoint,
  installFakeClock,
  pass,
  serving,
} from "../../../../test/doubles/rpc/rpc-endpoints.ts";
import { ticketAnswers } from "../../../../test/doubles/rpc/ticket-answers.ts";
import { createTransport } from "../../chain/rpc/create-transport.ts";
import { confirmRefusal } from "../../chain/sale/confirm-refusal.ts";
import { createTicketReader } from "../../chain/sale/reader.ts";
import { useSale } from "./use-sale.ts";

/** A sale day has a million visits. */

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const VISIT_MS = 3 * 60_000 + 1_000;
const MOST_REQUESTS = 7;
const MOST_BYTES = 6_000;

type Told = Parameters<typeof ticketAnswers>[0];

const VISITS: readonly [
  what: string,
  code: string | null,
  told: Told,
  requests: readonly [ofOneEndpoint: number, ofTwo: number],
][] = [
  ["without a code", null, {}, [7, 7]],
  ["with an active code", "welcome5", {}, [7, 7]],
  ["with an inactive code", "no-such", {}, [4, 6]],
  ["to a sold-out sale", null, { totalSupply: BigInt(size) }, [4, 6]],
  ["to a paused sale", null, { paused: true }, [5, 7]],
];

installFakeClock();

async function visit(endpoints: number, code: string | null, told: Told) {
  let bytes = 0;
  const behave: Behaviour = (body, count) => {
    const reply = serving({ answer: ticketAnswers(told) })(body, count) as { body: unknown };
    bytes += gzipSync(JSON.stringify(reply.body)).length;
    return reply;
  };
  const all = await Promise.all(Array.from({ length: endpoints }, () => endpoint(behave)));
  const transport = createTransport(
    all.map(({ url }) => url),
    { chainId: CHAIN_ID, ticketAddress: TICKET, codeSha256: null },
  );
  const reader = createTicketReader(transport, TICKET, (...asked) =>
    confirmRefusal(transport, TICKET, ...asked),
  );
  const { result } = renderHook(() => useSale(reader, { quantity: 1, affiliateCode: code }));
  await pass(VISIT_MS);
  expect(result.current.failed).toBe(false);
  const requests = all.reduce((sum, one) => sum + one.requests.length, 0);
  return { sale: result.current.sale, requests, bytes };
}

describe.each([1, 2] as const)("in a build whose endpoints number %d, a visit", (endpoints) => {
  it.each(VISITS)("%s takes at most seven requests and 6 kB", async (_, code, told, requests) => {
    const taken = await visit(endpoints, code, told);
    expect(taken.requests).toBe(requests[endpoints - 1]);
    expect(taken.requests).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(taken.sale?.paused).toBe(told?.paused ?? false);
    expect(taken.bytes).toBeLessThanOrEqual(MOST_BYTES);
  });
});
