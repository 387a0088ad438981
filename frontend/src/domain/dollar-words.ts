import { centsOf, type Rate } from "./dollars.ts";

const format = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** For visitors who hear the page: several countries have dollars. */
export const inDollars = "In US dollars";

/**
 * What an order is about in dollars, with the network's fee if that is known: "about $125.00 + $0.42 fee". The rate is some
 * minutes old, and nothing is paid in dollars. So short that it fits into a telephone's line, where it takes no room from the
 * button below when it comes late.
 * @param payable wei
 * @param fee wei
 */
export function aboutDollars(payable: bigint, fee: bigint | undefined, rate: Rate): string {
  const price = centsOf(payable, rate);
  const about = price === 0n ? "less than $0.01" : `about ${sumOf(price)}`;
  if (fee === undefined) return about;
  const extra = centsOf(fee, rate);
  return `${about} + ${extra === 0n ? "under $0.01" : sumOf(extra)} fee`;
}

/** Formats as text, because a number can't hold every sum of cents exactly. */
function sumOf(cents: bigint): string {
  const sum = `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
  return format.format(sum as `${number}`);
}
