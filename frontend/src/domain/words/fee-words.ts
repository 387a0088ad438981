import { formatMoney, formatPercent } from "../order/price.ts";

const SMALLEST_SHOWN = 10n ** 12n;

const NO_BREAK_SPACE = "\u00a0";

/** The page mentions a fee above this percentage of the price. */
const NOTABLE_PERCENT = 10n;

/** @param fee wei @param payable wei, more than 0 */
export function feeMessage(fee: bigint, symbol: string, payable: bigint): string {
  if (fee < SMALLEST_SHOWN) {
    return `plus less than ${formatMoney(SMALLEST_SHOWN, symbol)} network fee`;
  }
  const message = `plus about ${formatMoney(fee, symbol)} network fee`;
  if (fee * 100n <= payable * NOTABLE_PERCENT) return message;
  // Keeps the percentage on one line.
  const share = formatPercent(Number((fee * 100n) / payable));
  return `${message}, ${`${share} of the price`.replaceAll(" ", NO_BREAK_SPACE)}`;
}

export const fundsHelp = {
  send: (symbol: string, network: string) =>
    `To add funds, send ${symbol} on the ${network} network to your own account:`,
  copy: "Copy address",
  copied: "Address copied.",
  notCopied: "Your browser didn't copy it. Select the address instead.",
} as const;
