import { parseEther } from "ethers";
import type { Currency } from "../../../networks.ts";
import { amountText, assertNoLeadingZero, plural } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { shownInput } from "../cli/visible-text.ts";
import { hashOf, type Totals, totalsOf } from "../sale/reconciled-sale.ts";
import type { Sold } from "../sale/sale-events.ts";

const WHOLE = 10_000n;

/** @param text percent, such as "7.25" @returns basis points, 1 to 10,000 */
export function parseCommission(text: string): bigint {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const bps = BigInt(whole + fraction.padEnd(2, "0"));
  if (whole === "" || bps === 0n || bps > WHOLE) {
    throw new TaskError(
      `--commission must be a percentage above 0 and at most 100, with at most two decimals, for example 7.25: ${shownInput(text)}`,
    );
  }
  assertNoLeadingZero("--commission", text);
  return bps;
}

/** @param text coins, such as "0.01" @returns wei */
export function parseLeast(text: string, { symbol }: Currency): bigint {
  if (!/^\d{1,9}(\.\d{1,18})?$/.test(text)) {
    throw new TaskError(
      `--min is not an amount in ${symbol}, for example 0.01: ${shownInput(text)}`,
    );
  }
  assertNoLeadingZero("--min", text);
  return parseEther(text);
}

/** @param paid wei @param bps basis points @returns wei, rounded down */
export function commissionOf(paid: bigint, bps: bigint): bigint {
  return (paid * bps) / WHOLE;
}

/** Purchases whose buyer or recipient is the code's own payee. */
export type OwnSales = Pick<Totals, "purchases" | "tickets" | "paid"> & { readonly code: string };

export function ownSalesText(
  { currency }: { readonly currency: Currency },
  { code, purchases, tickets, paid }: OwnSales,
): string {
  return (
    `${code}: ${plural(purchases, "purchase")} of these by the affiliate's own payee ` +
    `(${plural(tickets, "ticket")}, ${amountText(paid, currency)}).`
  );
}

/**
 * Lists codes whose payee bought with them.
 * @param payees by code
 */
export function ownSales(sold: readonly Sold[], payees: ReadonlyMap<string, string>): OwnSales[] {
  return [...payees].flatMap(([code, payee]) => {
    const hash = hashOf(code);
    const own = sold.filter(
      ({ affiliate, buyer, to }) => affiliate === hash && [buyer, to].includes(payee),
    );
    return own.length === 0 ? [] : [{ code, ...totalsOf(own) }];
  });
}
