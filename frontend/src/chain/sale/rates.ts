import type { Rate } from "../../domain/dollars.ts";
import { CallReverted, type Transport } from "../rpc/transport.ts";
import { rateCall, rateIn } from "./price-feed.ts";

/** What the chain's coin is worth, as it was told with the sale last. It is shown, and decides nothing. */
export interface Rates {
  /** `null` if it is not known for sure. */
  getRate(): Rate | null;
  subscribe(listener: () => void): () => void;
}

export interface PriceFeed {
  readonly address: string;
  /** Of the coin: "ETH". */
  readonly symbol: string;
}

/**
 * Has the price feed asked in the same request as the sale from now on.
 * @param sale the sale's own way to the endpoints, whose requests carry the question along
 * @param transport what they go through
 */
export function carryRates(
  sale: Pick<Transport, "request">,
  transport: Transport,
  { address, symbol }: PriceFeed,
): Rates {
  let rate: Rate | null = null;
  const listeners = new Set<() => void>();
  const tell = (next: Rate | null) => {
    if (rate === next) return;
    rate = next;
    for (const listener of listeners) listener();
  };

  /** Nothing that the feed's answer does may fail the sale. */
  const rateOf = (read: () => unknown) => {
    try {
      return rateIn(read(), symbol);
    } catch {
      return null;
    }
  };

  sale.request = async (call, accept, signal) => {
    try {
      const told = await transport.requestAll(
        [call, rateCall(address)],
        (read) => ({ value: accept(read(0)), rate: rateOf(() => read(1)) }),
        signal,
      );
      tell(told.rate);
      return told.value;
    } catch (error) {
      if (error instanceof CallReverted || signal?.aborted) throw error;
      const value = await transport.request(call, accept, signal);
      // The sale can be had alone: the feed's question is what no endpoint takes.
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
