import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type Deferred, deferred } from "../../test/support/deferred.ts";
import { expectWarning } from "../../test/support/quiet.ts";
import type { TicketReader } from "../chain/reader.ts";
import type { Sale } from "../domain/sale.ts";
import { useSale } from "./use-sale.ts";

/** What the page's own tests can't order: a read that is under way while the mint flow brings a newer one. */

const REFRESH_MS = 15_000;
const DEBOUNCE_MS = 120;

const saleOf = (totalSupply: bigint): Sale => ({
  totalSupply,
  paused: false,
  affiliateActive: null,
  quote: { quantity: 1, normal: 5n, payable: 5n },
});

beforeEach(() => {
  vi.useFakeTimers();
});

/** After the first answer, with the next read under way. */
async function refreshing() {
  const reads: Deferred<Sale>[] = [];
  const reader: TicketReader = {
    readSale: () => {
      const read = deferred<Sale>();
      reads.push(read);
      return read.promise;
    },
  };
  const { result } = renderHook(() => useSale(reader, 1, null));
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
  expect(view()).toMatchObject({ failed: false, quote: { payable: 5n } });
});

it("shows no price once its newest read has failed", async () => {
  expectWarning("The sale could not be read");
  const { view, read } = await refreshing();
  await act(async () => read?.reject(new Error("down")));
  expect(view()).toMatchObject({ failed: true, quote: null });
});
