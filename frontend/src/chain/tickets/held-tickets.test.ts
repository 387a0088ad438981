import { beforeEach, describe, expect, it, vi } from "vitest";
import { several } from "../../../../test/doubles/rpc/several.ts";
import { transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { EndpointsFailed, type RpcCall, type Transport } from "../rpc/transport.ts";
import { createHeldTickets, NUMBERS_PER_CALL } from "./held-tickets.ts";

vi.mock("../../domain/order/supply.ts", async (original) => ({
  ...(await original<typeof import("../../domain/order/supply.ts")>()),
  COLLECTION_SIZE: 2_345n,
}));

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const ACCOUNT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CALLS = Math.ceil(Number(COLLECTION_SIZE) / NUMBERS_PER_CALL);
const ROUND_MS = 1_500;
const { signal } = new AbortController();

const word = (value: bigint) => value.toString(16).padStart(64, "0");

function answered(numbers: readonly bigint[], start: number, balance = numbers.length): string {
  const words = Array.from({ length: NUMBERS_PER_CALL / 256 }, () => 0n);
  for (const number of numbers) {
    const place = Number(number) - start;
    if (place < 0 || place >= NUMBERS_PER_CALL) continue;
    words[Math.floor(place / 256)] =
      (words[Math.floor(place / 256)] ?? 0n) | (1n << BigInt(place % 256));
  }
  return `0x${[BigInt(balance), ...words].map(word).join("")}`;
}

interface Says {
  readonly numbers: readonly bigint[];
  readonly instead?: (start: number) => unknown;
}

/** Repeats the last answer. */
function endpoint(...says: readonly (Says | "fails" | "silent")[]) {
  const asked: RpcCall[] = [];
  let round = 0;
  const answer = async (call: RpcCall, at: number): Promise<unknown> => {
    asked.push(call);
    const said = says[Math.min(at, says.length - 1)];
    if (said === undefined || said === "fails") throw new EndpointsFailed("down");
    if (said === "silent") return new Promise(() => undefined);
    const [{ to, data }] = call.params as [{ to?: string; data: string }];
    if (to !== undefined)
      return said.instead ? said.instead(0) : `0x${word(BigInt(said.numbers.length))}`;
    const from = Number.parseInt(data.slice(-64), 16);
    return said.instead ? said.instead(from) : answered(said.numbers, from);
  };
  const transport: Transport = transportOf(async (call, accept) =>
    accept(await answer(call, round)),
  );
  const requestAll: Transport["requestAll"] = async (...request) => {
    try {
      return await transport.requestAll(...request);
    } finally {
      round += 1;
    }
  };
  return { asked, transport: { ...transport, requestAll } };
}

type Endpoint = ReturnType<typeof endpoint>;

function heldBy(...endpoints: readonly Endpoint[]) {
  const transport = several(...endpoints.map((each) => each.transport));
  const held = createHeldTickets(transport, TICKET);
  return {
    find: (aborted = signal) => outcome(held.find(ACCOUNT, aborted)),
    count: () => outcome(held.count(ACCOUNT, signal)),
  };
}

const mine: Says = { numbers: [1n, 256n, 257n, 1024n, 1025n, COLLECTION_SIZE] };
const others: Says = { numbers: [7n] };
const none: Says = { numbers: [] };

beforeEach(() => {
  vi.useFakeTimers();
});

async function outcome<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return await promise;
}

describe("an only endpoint", () => {
  it("is asked once for all numbers, without a recipient, and believed", async () => {
    const only = endpoint(mine);
    expect(await heldBy(only).find()).toEqual(mine.numbers);
    expect(only.asked).toHaveLength(CALLS);
    for (const { method, params } of only.asked) {
      expect(method).toBe("eth_call");
      expect(params).toEqual([{ data: expect.stringMatching(/^0x[0-9a-f]+$/) }, "latest"]);
    }
  });

  it("is believed that there are none", async () => {
    const only = endpoint(none);
    expect(await heldBy(only).find()).toEqual([]);
    expect(await heldBy(only).count()).toBe(0);
  });

  it("is asked for the balance by its own function", async () => {
    const only = endpoint(mine);
    expect(await heldBy(only).count()).toBe(6);
    const data = `0x70a08231${ACCOUNT.slice(2).toLowerCase().padStart(64, "0")}`;
    expect(only.asked).toEqual([{ method: "eth_call", params: [{ to: TICKET, data }, "latest"] }]);
  });

  it.each<[string, (start: number) => unknown]>([
    ["no data", () => null],
    ["half a word", () => "0x1234"],
    ["half a word too many", (start) => `${answered([], start)}${word(0n).slice(32)}`],
    ["a word too few", (start) => answered([], start).slice(0, -64)],
    ["a word too many", (start) => `${answered([], start)}${word(0n)}`],
    ["fewer tickets than it counts", (start) => answered(mine.numbers, start, 7)],
    ["more tickets than it counts", (start) => answered(mine.numbers, start, 5)],
    ["another balance in one part", (start) => answered([3n], start, start === 1 ? 1 : 0)],
    ["tickets that can't exist", (start) => answered([COLLECTION_SIZE + 1n], start)],
    ["words of text", () => "0x".padEnd(2 + 64 * 5, "z")],
  ])("is not believed if it answers with %s", async (_, instead) => {
    const only = endpoint({ ...mine, instead });
    await expect(heldBy(only).find()).rejects.toThrow(EndpointsFailed);
  });

  it.each<[string, unknown]>([
    ["no data", null],
    ["a balance beyond the collection", `0x${word(COLLECTION_SIZE + 1n)}`],
    ["two words", `0x${word(1n)}${word(1n)}`],
  ])("is not believed if its balance is %s", async (_, answer) => {
    const only = endpoint({ ...mine, instead: () => answer });
    await expect(heldBy(only).count()).rejects.toThrow(EndpointsFailed);
  });
});

describe("of several endpoints", () => {
  it("two that tell the same are enough, whatever a third says", async () => {
    const told = heldBy(endpoint(none), endpoint(mine), endpoint(mine));
    expect(await told.find()).toEqual(mine.numbers);
  });

  it("two that differ are asked again, and believed once they tell the same", async () => {
    const [late, current] = [endpoint(none, none, mine), endpoint(mine)];
    let inSecondRound = 0;
    setTimeout(() => {
      inSecondRound = current.asked.length;
    }, ROUND_MS + 1);
    expect(await heldBy(late, current).find()).toEqual(mine.numbers);
    expect([inSecondRound, current.asked.length]).toEqual([2 * CALLS, 3 * CALLS]);
  });

  it.each([
    ["tickets and none", mine, none],
    ["different tickets", mine, others],
    ["as many others", { numbers: [8n] }, others],
  ])("two that go on telling %s are not believed", async (_, one, other) => {
    const [first, second] = [endpoint(one), endpoint(other)];
    await expect(heldBy(first, second).find()).rejects.toThrow(EndpointsFailed);
    expect(second.asked).toHaveLength(3 * CALLS);
  });

  it.each(["fails", "silent"] as const)(
    "one whose other %s is believed what it shows, and not that there is nothing",
    async (missing) => {
      const shows = heldBy(endpoint(missing), endpoint(mine));
      expect(await shows.find()).toEqual(mine.numbers);
      expect(await shows.count()).toBe(6);
      const hiding = endpoint(none);
      const hides = heldBy(endpoint(missing), hiding);
      await expect(hides.find()).rejects.toThrow(EndpointsFailed);
      expect(hiding.asked).toHaveLength(CALLS);
      await expect(hides.count()).rejects.toThrow(EndpointsFailed);
    },
  );

  it("none that answers is a failure", async () => {
    await expect(heldBy(endpoint("fails"), endpoint("fails")).find()).rejects.toThrow(
      EndpointsFailed,
    );
  });

  it("are not asked again once the question is dropped", async () => {
    const dropped = new AbortController();
    const [one, other] = [endpoint(mine), endpoint(none)];
    setTimeout(() => dropped.abort(new Error("another account")), 10);
    await expect(heldBy(one, other).find(dropped.signal)).rejects.toThrow("another account");
    expect(vi.getTimerCount()).toBe(0);
    expect(one.asked).toHaveLength(CALLS);
  });
});
