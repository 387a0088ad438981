import { formatPrice } from "./price.ts";

const SMALLEST_SHOWN = 10n ** 12n;

/** What the network asks for an order on top. About: the wallet says exactly. */
export function feeMessage(fee: bigint): string {
  if (fee < SMALLEST_SHOWN) return "plus less than 0.000001 ETH network fee";
  return `plus about ${formatPrice(fee)} ETH network fee`;
}
