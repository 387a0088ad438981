// @vitest-environment jsdom

import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { type Deferred, deferred } from "../../../../test/support/deferred.ts";
import type { SaleQuery, TicketReader } from "../../chain/sale/reader.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { useSale } from "./use-sale.ts";

/** In these tests, the mint flow provides a newer sale during a read. */

const REFRESH_MS = 30_000;
const PAUSED_REFRESH_MS = 45_000;
const RETRY_MS = 4_000;
const DEBOUNCE_MS = 120;

const saleOf = (totalSupply: bigint) => fakeSale({ totalSupply, price: 500n });

beforeEach(() => {
  vi.useFakeTimers();
});

async function refreshing() {
  const reads: Deferred<Sale>[] = [];
  const reader: TicketReader = {
    readSale: () => {
      const read = deferred<Sale>();
      reads.push(read);
      return read.promise;
    },
  };
  const { result } = renderHook(() => useSale(reader, { quantity: 1, affiliateCode: null }));
  await act(async () => reads[0]?.resolve(saleOf(1n)));
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  await act(() => vi.advanceTimersByTimeAsync(DEBOUNCE_MS));
  expect(reads).toHaveLength(2);
  return { view: () => result.current, read: reads[1] };
}

it("keeps what the mint flow has read since when an older read answers", async () => {
  const { view, read } = await refreshing();
  act(() => view().accept(saleOf(3n)));
  await act(async () => read?.resolve(saleOf(2n)));
  expect(view().sale?.totalSupply).toBe(3n);
});

it("keeps the price that the mint flow has read since when an older read fails", async () => {
  expectWarning("The sale could not be read");
  const { view, read } = await refreshing();
  act(() => view().accept(saleOf(3n)));
  await act(async () => read?.reject(new Error("down")));
  expect(view()).toMatchObject({ failed: false, quote: { payable: 500n } });
});

it("shows no price once its newest read has failed", async () => {
  expectWarning("The sale could not be read");
  const { view, read } = await refreshing();
  await act(async () => read?.reject(new Error("down")));
  expect(view()).toMatchObject({ failed: true, quote: null });
});

function following(answer: TicketReader["readSale"], code: string | null = null) {
  const readSale = vi.fn<TicketReader["readSale"]>(answer);
  const reader: TicketReader = { readSale };
  const hook = renderHook((query: SaleQuery) => useSale(reader, query), {
    initialProps: { quantity: 1, affiliateCode: code } as SaleQuery,
  });
  return { ...hook, readSale, view: () => hook.result.current };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("when it asks", () => {
  it("is at once, then 30 s after each answer", async () => {
    const { readSale } = following(async () => saleOf(1n));
    expect(readSale).toHaveBeenCalledOnce();
    await pass(REFRESH_MS - 1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledOnce();
    await pass(1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
    await pass(REFRESH_MS);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(3);
  });

  it("is 45 s after each answer while sales are paused, and 30 s again once they are open", async () => {
    let paused = true;
    const { readSale } = following(async () => ({ ...saleOf(1n), paused }));
    await pass(PAUSED_REFRESH_MS - 1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledOnce();
    paused = false;
    await pass(1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
    await pass(REFRESH_MS);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(3);
  });

  it("is every minute after ten reads that nothing but time has asked for", async () => {
    const { readSale, rerender } = following(async () => saleOf(1n));
    for (let round = 0; round < 10; round += 1) {
      await pass(REFRESH_MS);
      await pass(DEBOUNCE_MS);
    }
    expect(readSale).toHaveBeenCalledTimes(11);
    await pass(2 * REFRESH_MS - 1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(11);
    await pass(1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(12);

    rerender({ quantity: 2, affiliateCode: null });
    await pass(DEBOUNCE_MS);
    await pass(REFRESH_MS);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(14);
  });

  it("is every 30 s again once the page is looked at again", async () => {
    const { readSale } = following(async () => saleOf(1n));
    for (let round = 0; round < 10; round += 1) {
      await pass(REFRESH_MS);
      await pass(DEBOUNCE_MS);
    }
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await pass(DEBOUNCE_MS);
    await pass(REFRESH_MS);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(13);
  });

  it("is after twice as long with each failure, up to 30 s, and after 4 s again from an answer on", async () => {
    expectWarning("The sale could not be read");
    const outcomes = ["down", "down", "down", "down", "down", "up", "down"];
    const { readSale } = following(async () => {
      if (outcomes.shift() === "down") throw new Error("down");
      return saleOf(1n);
    });
    const waits = [4_000, 8_000, 16_000, REFRESH_MS, REFRESH_MS, REFRESH_MS, 4_000];
    for (const [index, wait] of waits.entries()) {
      await pass(wait - DEBOUNCE_MS - 1);
      await pass(DEBOUNCE_MS);
      expect(readSale).toHaveBeenCalledTimes(index + 1);
      await pass(1);
      await pass(DEBOUNCE_MS);
      expect(readSale).toHaveBeenCalledTimes(index + 2);
    }
  });

  it("is 4 s after a failure", async () => {
    expectWarning("The sale could not be read");
    const { readSale } = following(() => Promise.reject(new Error("down")));
    await pass(RETRY_MS - DEBOUNCE_MS - 1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledOnce();
    await pass(1);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
  });

  it("is 120 ms after the last of several changes", async () => {
    const { readSale, rerender } = following(async () => saleOf(1n));
    await pass(0);
    rerender({ quantity: 2, affiliateCode: null });
    await pass(DEBOUNCE_MS - 1);
    rerender({ quantity: 3, affiliateCode: null });
    await pass(DEBOUNCE_MS - 1);
    expect(readSale).toHaveBeenCalledOnce();
    await pass(1);
    expect(readSale.mock.calls.map(([query]) => query.quantity)).toEqual([1, 3]);
  });

  it("is never while the page is hidden, and soon after it is shown", async () => {
    const { readSale } = following(async () => saleOf(1n));
    await pass(0);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await pass(10 * REFRESH_MS);
    expect(readSale).toHaveBeenCalledOnce();
    hidden.mockReturnValue(false);
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
  });

  it("is never after the page is left", async () => {
    const { readSale, unmount, rerender } = following(async () => saleOf(1n));
    await pass(0);
    rerender({ quantity: 2, affiliateCode: null });
    unmount();
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(2 * REFRESH_MS);
    expect(readSale).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves nothing on the document", async () => {
    const added = vi.spyOn(document, "addEventListener");
    const removed = vi.spyOn(document, "removeEventListener");
    const { rerender, unmount } = following(async () => saleOf(1n));
    await pass(0);
    rerender({ quantity: 2, affiliateCode: null });
    await pass(DEBOUNCE_MS);
    unmount();
    const heard = ({ mock }: typeof added | typeof removed) =>
      mock.calls.filter(([type]) => type === "visibilitychange").map(([, listener]) => listener);
    expect(heard(added)).toHaveLength(2);
    expect(heard(removed)).toEqual(heard(added));
  });

  it("ends the question before, without a word of its failure", async () => {
    const { readSale, rerender, view } = following(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    rerender({ quantity: 2, affiliateCode: null });
    await pass(0);
    expect(readSale.mock.calls[0]?.[1]?.aborted).toBe(true);
    expect(view().failed).toBe(false);
  });
});

describe("what it knows of the price", () => {
  const read = async (active: boolean | null) => {
    const quote = { quantity: 1, normal: 100n, payable: active === true ? 95n : 100n };
    const { rerender, view } = following(
      async () => ({ ...fakeSale(), affiliateActive: active, quote }),
      active === null ? null : "welcome5",
    );
    await pass(0);
    expect(view().quote).toEqual(quote);
    return { rerender, view };
  };

  it("is nothing before the first answer", () => {
    const { view } = following(() => new Promise(() => undefined));
    expect(view()).toMatchObject({ sale: null, quote: null, failed: false });
  });

  it("scales at once with the quantity", async () => {
    const { rerender, view } = await read(true);
    rerender({ quantity: 3, affiliateCode: "welcome5" });
    expect(view().quote).toEqual({ quantity: 3, normal: 300n, payable: 285n });
  });

  it("stays the same without an inactive code", async () => {
    const { rerender, view } = await read(false);
    rerender({ quantity: 1, affiliateCode: null });
    expect(view().quote).toEqual({ quantity: 1, normal: 100n, payable: 100n });
  });

  it.each([
    ["without an active code", true, null],
    ["with another code than an active one", true, "openhouse"],
    ["with another code than an inactive one", false, "openhouse"],
    ["with a code instead of none", null, "welcome5"],
  ])("is nothing %s, until that is answered", async (_, active, affiliateCode) => {
    const { rerender, view } = await read(active);
    rerender({ quantity: 1, affiliateCode });
    expect(view().quote).toBeNull();
    await pass(DEBOUNCE_MS);
    expect(view().quote).toMatchObject({ quantity: 1, normal: 100n });
  });

  it("stays while the page asks again with another field that the price does not depend on", async () => {
    const { readSale, rerender, view } = following(async () => fakeSale(), "welcome5");
    await pass(0);
    const { quote } = view();
    expect(quote).not.toBeNull();
    rerender({ quantity: 1, affiliateCode: "welcome5", buyer: "0x01" } as SaleQuery);
    expect(view().quote).toBe(quote);
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
  });

  it("is the contract's own answer to the wei, not made of the price of one", async () => {
    const quote = { quantity: 3, normal: 100n, payable: 95n };
    const { rerender, view } = following(async () => ({ ...saleOf(1n), quote }));
    rerender({ quantity: 3, affiliateCode: null });
    await pass(DEBOUNCE_MS);
    expect(view().quote).toEqual(quote);
  });

  it("is there again when a failure is followed by a sale that was read elsewhere", async () => {
    expectWarning("The sale could not be read");
    const { view } = following(() => Promise.reject(new Error("down")));
    await pass(0);
    expect(view()).toMatchObject({ failed: true, quote: null });
    act(() => view().accept(saleOf(3n)));
    expect(view()).toMatchObject({ failed: false, quote: { payable: 500n } });
  });

  it("is asked for anew when the page wants it", async () => {
    const { readSale, view } = following(async () => saleOf(1n));
    await pass(0);
    act(() => view().refresh());
    await pass(DEBOUNCE_MS);
    expect(readSale).toHaveBeenCalledTimes(2);
  });
});
