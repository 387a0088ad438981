import type { Agreed } from "../chain/panel.ts";
import type { CommissionTotal } from "../payouts/commission-total.ts";
import type { Sale } from "../record/sale.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { readReconciledSale, summaryOf } from "../sale/reconciled-sale.ts";
import type { Sold } from "../sale/sale-events.ts";
import { readViews } from "../sale/views.ts";

const RATE_MINUTES = 5;
const TOP_CODES = 5;
const TIMES_AT_ONCE = 20;

const VIEWS = [
  ["totalSupply"],
  ["MAX_SUPPLY"],
  ["getPriceForQuantity", 1],
  ["getAffiliatePriceForQuantity", 1],
  ["paused"],
] as const;

export type SaleFigures = Awaited<ReturnType<typeof readSaleFigures>>;

/**
 * Reads the figures at one block, where the events match the contract's counters.
 * @param times known block times; the function adds to it
 * @param readCommission `null` without a `Payouts` contract
 */
export async function readSaleFigures(
  sale: Sale,
  { number, timestamp }: Agreed,
  times: Map<number, Date>,
  readCommission: CommissionTotal | null,
) {
  const { events, states } = await readReconciledSale(sale);
  const { all, sellers } = summaryOf(events.sold, states);
  const views = await readViews(sale, VIEWS, number, VIEWS.length);
  const [sold, maxSupply, price, affiliatePrice, paused] = views.map(([value]) => value);
  return {
    block: number,
    /** Seconds. */
    timestamp,
    sold: Number(sold),
    maxSupply: Number(maxSupply),
    purchases: all.purchases,
    /** Tickets per minute, over the last five minutes of chain time. */
    rate: await ticketsAMinute(sale, events.sold, timestamp, times),
    /** Wei of all sales. */
    paid: all.paid,
    /** Wei per ticket. */
    price: BigInt(price),
    affiliatePrice: BigInt(affiliatePrice),
    paused: Boolean(paused),
    commission: readCommission && (await readCommission(sellers, number)),
    topCodes: sellers
      .filter(({ tickets }) => tickets > 0)
      .sort((a, b) => b.tickets - a.tickets || (a.code < b.code ? -1 : 1))
      .slice(0, TOP_CODES)
      .map(({ code, tickets, paid }) => ({ code, tickets, paid })),
    codes: events.codes,
  };
}

async function ticketsAMinute(
  sale: Sale,
  sold: readonly Sold[],
  now: number,
  times: Map<number, Date>,
): Promise<number> {
  const since = now - RATE_MINUTES * 60;
  const blocks = [...new Set(sold.map(({ block }) => block))].reverse();
  const counted = new Set<number>();
  for (let at = 0; at < blocks.length; at += TIMES_AT_ONCE) {
    const some = blocks.slice(at, at + TIMES_AT_ONCE);
    await readBlockTimes(sale, some, times);
    const recent = some.filter((block) => Number(times.get(block)) / 1000 > since);
    for (const block of recent) counted.add(block);
    if (recent.length < some.length) break;
  }
  const tickets = sold
    .filter(({ block }) => counted.has(block))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return tickets / RATE_MINUTES;
}
