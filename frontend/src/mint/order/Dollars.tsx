import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import type { Rates } from "../../chain/sale/rates.ts";
import { aboutDollars, inDollars } from "../../domain/dollar-words.ts";
import type { Quote } from "../../domain/price.ts";

export interface DollarsProps {
  /** Of the order; `null` while its price is not known. */
  readonly quote: Quote | null;
  /** What the network asks for it, in wei, if that is known. */
  readonly fee?: bigint | undefined;
  /** Asks the contract again, and the feed with it. */
  onLook(): void;
}

/** What the order's price is about, in US dollars. It is no live region: the price itself is announced, and this changes with the market. */
export function dollarsWith({ getRate, subscribe }: Rates): ComponentType<DollarsProps> {
  return ({ quote, fee, onLook }) => {
    const rate = useSyncExternalStore(subscribe, getRate);
    useEffect(onLook, [onLook]);
    if (rate === null || quote === null || quote.payable === 0n) return null;
    return (
      <>
        <span className="visually-hidden">{inDollars} </span>
        <span>{aboutDollars(quote.payable, fee, rate)}</span>
      </>
    );
  };
}
