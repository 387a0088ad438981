import { discountPercent } from "../../../collection.ts";

const WEI_PER_ETHER = 10n ** 18n;
const SHOWN_DECIMALS = 6;
const WEI_PER_SHOWN_UNIT = /* @__PURE__ */ BigInt(10 ** (18 - SHOWN_DECIMALS));

/** For a price that could not be read (P-27). */
export const PRICE_PLACEHOLDER = "0.0000";

/** The contract's prices for one quantity, in wei. */
export interface Quote {
  readonly quantity: number;
  readonly normal: bigint;
  /** The affiliate price with an active code, else the normal price. */
  readonly payable: bigint;
}

/**
 * Wei as ether with 6 decimals (P-09). Valid prices are exact at six; anything else is cut, never rounded up.
 */
export function formatPrice(wei: bigint): string {
  if (wei === 0n) return PRICE_PLACEHOLDER;
  const units = (wei % WEI_PER_ETHER) / WEI_PER_SHOWN_UNIT;
  return `${wei / WEI_PER_ETHER}.${units.toString().padStart(SHOWN_DECIMALS, "0")}`;
}

/** "0.050000 ETH" */
export function formatMoney(wei: bigint, symbol: string): string {
  return `${formatPrice(wei)} ${symbol}`;
}

/** Exact, because valid prices leave no remainder. */
export function isAffiliatePrice(discounted: bigint, normal: bigint): boolean {
  return discounted * 100n === normal * BigInt(100 - discountPercent);
}

/** @returns "5%", by the contract's two prices, never rounded up; `null` for no discount */
export function discountOf({ normal, payable }: Quote): string | null {
  return payable < normal ? `${Number(((normal - payable) * 10_000n) / normal) / 100}%` : null;
}

/**
 * The same quote for another quantity. Shown until the contract answers, and never paid.
 */
export function scaleQuote(quote: Quote, quantity: number): Quote {
  const scale = (wei: bigint) => (wei / BigInt(quote.quantity)) * BigInt(quantity);
  return { quantity, normal: scale(quote.normal), payable: scale(quote.payable) };
}
