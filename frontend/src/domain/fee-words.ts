import { formatPrice } from "./price.ts";

const SMALLEST_SHOWN = 10n ** 12n;

/** What the network asks for an order on top. About: the wallet says exactly. */
export function feeMessage(fee: bigint | null): string {
  return `plus ${fee === null ? "the" : amountOf(fee)} network fee`;
}

function amountOf(fee: bigint): string {
  return fee < SMALLEST_SHOWN ? "less than 0.000001 ETH" : `about ${formatPrice(fee)} ETH`;
}
