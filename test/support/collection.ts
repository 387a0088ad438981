import { discountPercent } from "../../collection.ts";

export function discounted(wei: bigint): bigint {
  return (wei * BigInt(100 - discountPercent)) / 100n;
}
