import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import type { Rates } from "../../chain/sale/rates.ts";
import type { Quote } from "../../domain/order/price.ts";
import { aboutDollars, inDollars } from "../../domain/words/dollar-words.ts";

export interface DollarsProps {
  readonly quote: Quote | null;
  /** In wei. */
  readonly fee?: bigint | undefined;
  onLook(): void;
}

/** This text is not a live region, because it changes with the market. */
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
