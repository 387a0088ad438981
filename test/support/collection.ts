import { discountPercent } from "../../collection.ts";

/** The discounted price, in wei. */
export function discounted(wei: bigint): bigint {
  return (wei * BigInt(100 - discountPercent)) / 100n;
}
