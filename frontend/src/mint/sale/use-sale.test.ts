// @vitest-environment jsdom

import { act, type RenderHookResult, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import { run, tell } from "../../../../test/support/stories.ts";
import type { SaleQuery, TicketReader } from "../../chain/sale/reader.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { useSale } from "./use-sale.ts";

const REFRESH_MS = 30_000;
const PAUSED_REFRESH_MS = 45_000;
const DEBOUNCE_MS = 120;

const saleOf = (totalSupply: bigint) => fakeSale({ totalSupply, price: 500n });

let answer: TicketReader["readSale"];
let readSale: Mock<TicketReader["readSale"]>;
let hook: RenderHookResult<ReturnType<typeof useSale>, SaleQuery>;

beforeEach(() => {
  vi.useFakeTimers();
  answer = async () => saleOf(1n);
});

function follow(code: string | null = null): void {
  readSale = vi.fn((...asked) => answer(...asked));
  const reader = { readSale };
  const initialProps: SaleQuery = { quantity: 1, affiliateCode: code };
  hook = renderHook((query: SaleQuery) => useSale(reader, query), { initialProps });
}
const view = () => hook.result.current;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const down = () => Promise.reject(new Error("down"));

const opens = async () => {
  follow();
  await pass(0);
};
const orders = (quantity: number) => () => hook.rerender({ quantity, affiliateCode: null });
const wait = (ms: number) => () => pass(ms);
/** A read that is due comes after the debounce. */
const due = (ms: number) => async () => {
  await pass(ms);
  await pass(DEBOUNCE_MS);
};
const is = (expected: object) => () => expect(view()).toMatchObject(expected);
const isPaused = (paused: boolean) => () => {
  answer = async () => ({ ...saleOf(1n), paused });
};
const reads = (times: number) => () => expect(readSale).toHaveBeenCalledTimes(times);
const hides = (hidden: boolean) => () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};
const tenTimes = async () => {
  for (let round = 0; round < 10; round += 1) await due(REFRESH_MS)();
};

describe("an older read", () => {
  let read: Deferred<Sale>;
  const refreshes = async () => {
    await opens();
    read = deferred<Sale>();
    answer = () => read.promise;
    await due(REFRESH_MS)();
    expect(readSale).toHaveBeenCalledTimes(2);
  };
  const accepts = () => act(() => view().accept(saleOf(3n)));
  const fails = async () => {
    expectWarning("The sale could not be read");
    await act(async () => read.reject(new Error("down")));
  };

  const answers = () => act(async () => read.resolve(saleOf(2n)));
  const priced = { failed: false, quote: { payable: 500n } };

  tell({
    "that answers leaves what the mint flow has read since": [
      [refreshes, accepts, answers, is({ sale: { totalSupply: 3n } })],
    ],
    "that fails leaves the price that the mint flow has read since": [
      [refreshes, accepts, fails, is(priced)],
    ],
    "leaves no price if it is the newest, and fails, until the mint flow reads one": [
      [refreshes, fails, is({ failed: true, quote: null }), accepts, is(priced)],
    ],
  });
});

describe("when it asks", () => {
  tell({
    "is at once, then 30 s after each answer": [
      [opens, reads(1), due(REFRESH_MS - 1), reads(1)],
      [due(1), reads(2), due(REFRESH_MS), reads(3)],
    ],
    "is 45 s after each answer while sales are paused, and 30 s again once they are open": [
      [isPaused(true), opens, due(PAUSED_REFRESH_MS - 1), reads(1), isPaused(false)],
      [due(1), reads(2), due(REFRESH_MS), reads(3)],
    ],
    "is every minute after ten reads that nothing but time has asked for": [
      [opens, tenTimes, reads(11), due(2 * REFRESH_MS - 1), reads(11), due(1), reads(12)],
      [orders(2), wait(DEBOUNCE_MS), due(REFRESH_MS), reads(14)],
    ],
    "is every 30 s again once the page is looked at again": [
      [opens, tenTimes, hides(false), wait(DEBOUNCE_MS), due(REFRESH_MS), reads(13)],
    ],
    "is 120 ms after the last of several changes": [
      [opens, orders(2), wait(DEBOUNCE_MS - 1), orders(3), wait(DEBOUNCE_MS - 1), reads(1)],
      [wait(1), () => expect(readSale.mock.calls.map(([query]) => query.quantity)).toEqual([1, 3])],
    ],
    "is never while the page is hidden, and soon after it is shown": [
      [opens, hides(true), due(10 * REFRESH_MS), reads(1)],
      [hides(false), wait(DEBOUNCE_MS), reads(2)],
    ],
    "is never after the page is left": [
      [opens, orders(2), () => hook.unmount()],
      [() => document.dispatchEvent(new Event("visibilitychange")), wait(2 * REFRESH_MS), reads(1)],
      [() => expect(vi.getTimerCount()).toBe(0)],
    ],
    "is 120 ms after the page wants it": [
      [opens, () => void act(() => void view().refresh()), wait(DEBOUNCE_MS), reads(2)],
    ],
  });

  it("is after twice as long with each failure, up to 30 s, and after 4 s again from an answer on", async () => {
    expectWarning("The sale could not be read");
    const outcomes = [down, down, down, down, down, async () => saleOf(1n), down];
    answer = () => (outcomes.shift() ?? down)();
    follow();
    const waits = [4_000, 8_000, 16_000, REFRESH_MS, REFRESH_MS, REFRESH_MS, 4_000];
    for (const [index, ms] of waits.entries()) {
      await run([due(ms - DEBOUNCE_MS - 1), reads(index + 1), due(1), reads(index + 2)]);
    }
  });

  it("leaves nothing on the document", async () => {
    const added = vi.spyOn(document, "addEventListener");
    const removed = vi.spyOn(document, "removeEventListener");
    await run([opens, orders(2), wait(DEBOUNCE_MS), () => hook.unmount()]);
    const heard = ({ mock }: typeof added | typeof removed) =>
      mock.calls.filter(([type]) => type === "visibilitychange").map(([, listener]) => listener);
    expect(heard(added)).toHaveLength(2);
    expect(heard(removed)).toEqual(heard(added));
  });

  it("ends the question before, without a word of its failure", async () => {
    answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    await run([opens, orders(2), wait(0)]);
    expect(readSale.mock.calls[0]?.[1]?.aborted).toBe(true);
    expect(view().failed).toBe(false);
  });
});

describe("what it knows of the price", () => {
  const read = async (active: boolean | null) => {
    const quote = { quantity: 1, normal: 100n, payable: active === true ? 95n : 100n };
    answer = async () => ({ ...fakeSale(), affiliateActive: active, quote });
    follow(active === null ? null : "welcome5");
    await pass(0);
    expect(view().quote).toEqual(quote);
  };

  it("is nothing before the first answer", () => {
    answer = () => new Promise(() => undefined);
    follow();
    expect(view()).toMatchObject({ sale: null, quote: null, failed: false });
  });

  it("scales at once with the quantity", async () => {
    await read(true);
    hook.rerender({ quantity: 3, affiliateCode: "welcome5" });
    expect(view().quote).toEqual({ quantity: 3, normal: 300n, payable: 285n });
  });

  it("stays the same without an inactive code", async () => {
    await read(false);
    hook.rerender({ quantity: 1, affiliateCode: null });
    expect(view().quote).toEqual({ quantity: 1, normal: 100n, payable: 100n });
  });

  it.each([
    ["without an active code", true, null],
    ["with another code than an active one", true, "openhouse"],
    ["with another code than an inactive one", false, "openhouse"],
    ["with a code instead of none", null, "welcome5"],
  ])("is nothing %s, until that is answered", async (_, active, affiliateCode) => {
    await read(active);
    hook.rerender({ quantity: 1, affiliateCode });
    expect(view().quote).toBeNull();
    await pass(DEBOUNCE_MS);
    expect(view().quote).toMatchObject({ quantity: 1, normal: 100n });
  });

  it("stays while the page asks again with another field that the price does not depend on", async () => {
    await read(true);
    const { quote } = view();
    hook.rerender({ quantity: 1, affiliateCode: "welcome5", buyer: "0x01" } as SaleQuery);
    expect(view().quote).toBe(quote);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
  });

  it("is the contract's own answer to the wei, not made of the price of one", async () => {
    const quote = { quantity: 3, normal: 100n, payable: 95n };
    answer = async () => ({ ...saleOf(1n), quote });
    follow();
    await run([orders(3), wait(DEBOUNCE_MS)]);
    expect(view().quote).toEqual(quote);
  });
});
