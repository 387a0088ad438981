import { formatMoney } from "./price.ts";

const SMALLEST_SHOWN = 10n ** 12n;

const NO_BREAK_SPACE = "\u00a0";

/** A fee above this share of the price is worth a word: it depends on the hour, and on what the chain asks for storage. */
const NOTABLE_PERCENT = 10n;

/**
 * The approximate network fee of an order. The wallet shows the exact one.
 * @param fee wei
 * @param payable the order's price in wei, more than 0
 */
export function feeMessage(fee: bigint, symbol: string, payable: bigint): string {
  if (fee < SMALLEST_SHOWN) {
    return `plus less than ${formatMoney(SMALLEST_SHOWN, symbol)} network fee`;
  }
  const message = `plus about ${formatMoney(fee, symbol)} network fee`;
  if (fee * 100n <= payable * NOTABLE_PERCENT) return message;
  // Its words stay on one line.
  return `${message}, ${`${(fee * 100n) / payable}% of the price`.replaceAll(" ", NO_BREAK_SPACE)}`;
}

/** Beside a purchase for which the account has too little. */
export const fundsHelp = {
  send: (symbol: string, network: string) =>
    `To add funds, send ${symbol} on the ${network} network to your own account:`,
  copy: "Copy address",
  copied: "Address copied.",
  notCopied: "Your browser didn't copy it. Select the address instead.",
} as const;
