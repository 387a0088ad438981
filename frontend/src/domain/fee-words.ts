import { formatMoney } from "./price.ts";

const SMALLEST_SHOWN = 10n ** 12n;

/** What the network asks for an order on top, in wei. About: the wallet says exactly. */
export function feeMessage(fee: bigint, symbol: string): string {
  return fee < SMALLEST_SHOWN
    ? `plus less than ${formatMoney(SMALLEST_SHOWN, symbol)} network fee`
    : `plus about ${formatMoney(fee, symbol)} network fee`;
}
