import {
  discountOf,
  formatMoney,
  PRICE_PLACEHOLDER,
  type Quote,
} from "../../domain/order/price.ts";
import { useOffline } from "../../ui/use-offline.ts";
import type { Slot } from "./prerendered-slots.ts";

interface Props {
  readonly symbol: string;
  readonly quote: Quote | null;
  readonly failed: boolean;
}

/** Shows a price only above 0 (P-09). A failed read is plain text, not an alert. */
export function PriceLine({ symbol, quote, failed }: Props) {
  const isOffline = useOffline();
  const known = quote !== null && quote.payable !== 0n;
  const discount = known ? discountOf(quote) : null;
  return (
    <p
      className={known ? "price-line" : "price-line price-pending"}
      data-slot={"price" satisfies Slot}
      aria-live="polite"
      aria-atomic
    >
      {known ? (
        <>
          {discount !== null && (
            <>
              <span className="visually-hidden">Normal price </span>
              <del className="price-normal figures">{formatMoney(quote.normal, symbol)}</del>{" "}
              <span className="visually-hidden">Your price </span>
            </>
          )}
          <strong className="price figures">{formatMoney(quote.payable, symbol)}</strong>
          {discount !== null && <span className="discount">{` -${discount}`}</span>}
        </>
      ) : failed ? (
        `Price unavailable: ${PRICE_PLACEHOLDER}. ${isOffline ? "You are offline." : "Retrying…"}`
      ) : (
        "Loading the price…"
      )}
    </p>
  );
}
