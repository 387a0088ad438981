import { language } from "../../../../collection.ts";
import { centsOf, type Rate } from "../order/dollars.ts";

const format = new Intl.NumberFormat(language, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
});

/** Only screen readers read this text, because several countries have dollars. */
export const inDollars = "In US dollars";

/**
 * Words such as "about $125.00 + $0.42 fee". They must fit on one line of a phone, because the
 * button below must not move when they appear.
 * @param payable wei
 * @param fee wei
 */
export function aboutDollars(payable: bigint, fee: bigint | undefined, rate: Rate): string {
  const price = centsOf(payable, rate);
  const about = price === 0n ? `less than ${sumOf(1n)}` : `about ${sumOf(price)}`;
  if (fee === undefined) return about;
  const extra = centsOf(fee, rate);
  return `${about} + ${extra === 0n ? `under ${sumOf(1n)}` : sumOf(extra)} fee`;
}

/** Formats cents as text, because a number can't hold every sum exactly. */
function sumOf(cents: bigint): string {
  const sum = `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
  return format.format(sum as `${number}`);
}
