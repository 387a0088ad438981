import { discountPercent, language } from "../../../../collection.ts";

const WEI_PER_ETHER = 10n ** 18n;
const SHOWN_DECIMALS = 6;
const WEI_PER_SHOWN_UNIT = /* @__PURE__ */ BigInt(10 ** (18 - SHOWN_DECIMALS));

const DECIMAL_MARK = /* @__PURE__ */ (0.5).toLocaleString(language).charAt(1);

/** The placeholder of P-27. */
export const PRICE_PLACEHOLDER = /* @__PURE__ */ `0${DECIMAL_MARK}0000`;

/** The normal price and the price to pay, in wei. */
export interface Quote {
  readonly quantity: number;
  readonly normal: bigint;
  readonly payable: bigint;
}

/**
 * Formats ether with 6 decimals (P-09). Drops further decimals, because no valid price has them.
 */
export function formatPrice(wei: bigint): string {
  if (wei === 0n) return PRICE_PLACEHOLDER;
  const units = (wei % WEI_PER_ETHER) / WEI_PER_SHOWN_UNIT;
  return `${wei / WEI_PER_ETHER}${DECIMAL_MARK}${units.toString().padStart(SHOWN_DECIMALS, "0")}`;
}

export function formatMoney(wei: bigint, symbol: string): string {
  return `${formatPrice(wei)} ${symbol}`;
}

export function isAffiliatePrice(discounted: bigint, normal: bigint): boolean {
  return discounted * 100n === normal * BigInt(100 - discountPercent);
}

/** @returns such as "12.5%", or "12,5 %" in a German build */
export function formatPercent(percent: number): string {
  return (percent / 100).toLocaleString(language, { style: "percent", maximumFractionDigits: 2 });
}

/** @returns such as "5%", rounded down; `null` for no discount */
export function discountOf({ normal, payable }: Quote): string | null {
  return payable < normal
    ? formatPercent(Number(((normal - payable) * 10_000n) / normal) / 100)
    : null;
}

/**
 * An estimate for another quantity. The page shows it until the contract answers, and never pays
 * it.
 */
export function scaleQuote(quote: Quote, quantity: number): Quote {
  const scale = (wei: bigint) => (wei / BigInt(quote.quantity)) * BigInt(quantity);
  return { quantity, normal: scale(quote.normal), payable: scale(quote.payable) };
}
