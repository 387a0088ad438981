import type { Rate } from "../../domain/order/dollars.ts";
import type { Transport } from "../rpc/transport.ts";
import { rateCall, rateIn } from "./price-feed.ts";

/** The dollar rate, for display only. */
export interface Rates {
  getRate(): Rate | null;
  subscribe(listener: () => void): () => void;
}

export interface PriceFeed {
  readonly address: string;
  readonly symbol: string;
}

export function carryRates(
  sale: Pick<Transport, "request">,
  transport: Transport,
  { address, symbol }: PriceFeed,
): Rates {
  const question = rateCall(address, symbol);
  let rate: Rate | null = null;
  const listeners = new Set<() => void>();
  const tell = (next: Rate | null) => {
    if (rate === next) return;
    rate = next;
    for (const listener of listeners) listener();
  };

  // A wrong answer of the feed must not make the sale's request fail.
  const rateOf = (read: () => unknown) => {
    try {
      return rateIn(read());
    } catch {
      return null;
    }
  };

  sale.request = async (call, accept, signal) => {
    try {
      const told = await transport.requestAll(
        [call, question],
        (read) => ({ value: accept(read(0)), rate: rateOf(() => read(1)) }),
        signal,
      );
      tell(told.rate);
      return told.value;
    } catch (error) {
      if (signal?.aborted) throw error;
      const value = await transport.request(call, accept, signal);
      // Endpoints reject the feed's call, because the sale's call succeeds without it.
      sale.request = transport.request;
      tell(null);
      return value;
    }
  };

  return {
    getRate: () => rate,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
