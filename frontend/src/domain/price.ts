import { discountPercent } from "../../../collection.ts";

const WEI_PER_ETHER = 10n ** 18n;
const SHOWN_DECIMALS = 6;
const WEI_PER_SHOWN_UNIT = /* @__PURE__ */ BigInt(10 ** (18 - SHOWN_DECIMALS));

/** What a price that could not be read is set to (spec section 8). */
export const PRICE_PLACEHOLDER = "0.0000";

/** What the contract answered for one quantity, in wei. */
export interface Quote {
  readonly quantity: number;
  readonly normal: bigint;
  /** What is paid: the affiliate price with an active code, else the normal price. */
  readonly payable: bigint;
}

/**
 * Wei as ether with 6 decimals (spec section 9). Valid ticket prices are exact at six decimals; anything else is cut,
 * never rounded up to look like more than is paid.
 */
export function formatPrice(wei: bigint): string {
  if (wei === 0n) return PRICE_PLACEHOLDER;
  const units = (wei % WEI_PER_ETHER) / WEI_PER_SHOWN_UNIT;
  return `${wei / WEI_PER_ETHER}.${units.toString().padStart(SHOWN_DECIMALS, "0")}`;
}

/** Wei as a sum of money: the ether of `formatPrice`, in the chain's currency, "0.050000 ETH". */
export function formatMoney(wei: bigint, symbol: string): string {
  return `${formatPrice(wei)} ${symbol}`;
}

/** Whether it is what a buyer with an affiliate code pays: exactly, since valid prices leave no remainder. */
export function isAffiliatePrice(discounted: bigint, normal: bigint): boolean {
  return discounted * 100n === normal * BigInt(100 - discountPercent);
}

/** @returns what the code takes off by the contract's two prices, "5%", never rounded up; `null` for nothing */
export function discountOf({ normal, payable }: Quote): string | null {
  return payable < normal ? `${Number(((normal - payable) * 10_000n) / normal) / 100}%` : null;
}

/**
 * The same quote for another quantity: the contract's price is the price of one times the quantity. Shown until the
 * contract's own answer is there, and never what is paid.
 */
export function scaleQuote(quote: Quote, quantity: number): Quote {
  const scale = (wei: bigint) => (wei / BigInt(quote.quantity)) * BigInt(quantity);
  return { quantity, normal: scale(quote.normal), payable: scale(quote.payable) };
}
