import { discountPercent } from "../../collection.ts";

/** The price for a buyer with an affiliate code, in wei. */
export function discounted(wei: bigint): bigint {
  return (wei * BigInt(100 - discountPercent)) / 100n;
}
