import { beforeEach, expect, it, vi } from "vitest";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { EndpointsFailed, type RpcCall } from "../rpc/transport.ts";
import { createFirstRow } from "./first-row.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const ACCOUNT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const PATIENCE_MS = 5_000;
const ONE_BY_ONE = "The first pictures are read one by one";

const word = (value: number) => value.toString(16).padStart(64, "0");
const entry = (tokenId: number, metadata: string) =>
  word(tokenId) + word(metadata.length / 2) + metadata;
const FIRST = `0x${entry(7, "aa07")}${entry(8, "aa08")}`;
const SECOND = `0x${entry(9, "aa09")}`;

/** Repeats the last answer. */
function rowOf(...answers: readonly (readonly [unknown, unknown] | "fails" | "silent")[]) {
  const requests: (readonly RpcCall[])[] = [];
  const transport = transportOf(async (call, accept, signal) => {
    const said = answers[Math.min(requests.length, answers.length) - 1];
    if (said === "silent") {
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    }
    if (said === undefined || said === "fails") throw new EndpointsFailed("down");
    return accept(said[requests.at(-1)?.indexOf(call) ?? 0]);
  });
  const requestAll: typeof transport.requestAll = (calls, ...rest) => {
    requests.push(calls);
    return transport.requestAll(calls, ...rest);
  };
  return { requests, row: createFirstRow({ ...transport, requestAll }, TICKET) };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it("has the metadata of each number that was answered, once, after one request of two calls without a recipient", async () => {
  const { requests, row } = rowOf([FIRST, SECOND]);
  row.expect(ACCOUNT);
  expect(await Promise.all([7n, 8n, 9n, 10n].map(row.take))).toEqual([
    "0xaa07",
    "0xaa08",
    "0xaa09",
    null,
  ]);
  expect(await row.take(7n)).toBeNull();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.map(({ method }) => method)).toEqual(["eth_call", "eth_call"]);
  for (const { params } of requests[0] ?? []) {
    expect(params).toEqual([{ data: expect.stringMatching(/^0x[0-9a-f]+$/) }, "latest"]);
    expect(JSON.stringify(params)).toContain(ACCOUNT.slice(2).toLowerCase());
  }
});

it("asks nothing before it is expected, and then once for each account", async () => {
  const { requests, row } = rowOf(["0x", "0x"], [FIRST, SECOND]);
  expect(await row.take(7n)).toBeNull();
  expect(requests).toEqual([]);
  row.expect(ACCOUNT);
  row.expect(ACCOUNT);
  expect(await row.take(7n)).toBeNull();
  expect(requests).toHaveLength(1);
  row.expect(OTHER);
  expect(await row.take(7n)).toBe("0xaa07");
  expect(requests).toHaveLength(2);
});

it.each([
  ["is no text", 7],
  ["is no hex", "0xzz"],
  ["ends within a number", `0x${word(7).slice(2)}`],
  ["ends within its metadata", FIRST.slice(0, -2)],
  ["is longer than code may be", `0x${entry(7, "aa".repeat(24_576))}`],
])("has nothing of an answer that %s, and asks again when it is expected again", async (_, bad) => {
  expectWarning(ONE_BY_ONE);
  const { requests, row } = rowOf([FIRST, bad], [FIRST, SECOND]);
  row.expect(ACCOUNT);
  expect(await row.take(7n)).toBeNull();
  row.expect(ACCOUNT);
  expect(await row.take(9n)).toBe("0xaa09");
  expect(requests).toHaveLength(2);
});

it("has nothing if no endpoint answers, or if none does within 5 s", async () => {
  expectWarning(ONE_BY_ONE);
  const down = rowOf("fails");
  down.row.expect(ACCOUNT);
  expect(await down.row.take(7n)).toBeNull();

  const { row } = rowOf("silent");
  row.expect(ACCOUNT);
  const taken = vi.fn();
  void row.take(7n).then(taken);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(taken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(taken).toHaveBeenCalledExactlyOnceWith(null);
});
