import { discountPercent } from "../../collection.ts";

/** @param wei the full price @returns wei, what a buyer with an affiliate code pays */
export function discounted(wei: bigint): bigint {
  return (wei * BigInt(100 - discountPercent)) / 100n;
}
