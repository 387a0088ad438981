import type { Interface } from "ethers";
import { commissionOf } from "../affiliates/commission.ts";
import type { Agreed } from "../chain/panel.ts";
import type { Sale } from "../record/sale.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { readReconciledSale, type Seller, summaryOf } from "../sale/reconciled-sale.ts";
import type { Sold } from "../sale/sale-events.ts";

/** The figures at one block, where the events match the contract's counters. */
export interface SaleFigures {
  readonly block: number;
  /** Seconds. */
  readonly timestamp: number;
  readonly sold: number;
  readonly maxSupply: number;
  readonly purchases: number;
  /** Tickets per minute, over the last five minutes of chain time. */
  readonly rate: number;
  /** Wei of all sales. */
  readonly paid: bigint;
  /** Wei per ticket. */
  readonly price: bigint;
  readonly affiliatePrice: bigint;
  readonly paused: boolean;
  /** Wei for all codes; `null` without a `Payouts` contract. */
  readonly commission: { readonly paid: bigint; readonly due: bigint } | null;
  readonly topCodes: readonly {
    readonly code: string;
    readonly tickets: number;
    readonly paid: bigint;
  }[];
  readonly codes: ReadonlyMap<string, string>;
}

const RATE_MINUTES = 5;
const TOP_CODES = 5;
const TIMES_AT_ONCE = 20;

export interface CommissionReader {
  /** Basis points. */
  readonly bps: bigint;
  paidTotal(block: number): Promise<bigint>;
}

/**
 * @param times known block times; the function adds to it
 * @param reader `null` without a `Payouts` contract
 */
export async function readSaleFigures(
  sale: Sale,
  { number, timestamp }: Agreed,
  times: Map<number, Date>,
  reader: CommissionReader | null = null,
): Promise<SaleFigures> {
  const { events, states } = await readReconciledSale(sale);
  const { all, sellers } = summaryOf(events.sold, states);
  const [supply, most, price, affiliatePrice, paused] = await readViews(sale, number);
  const topCodes = sellers
    .filter(({ tickets }) => tickets > 0)
    .sort((a, b) => b.tickets - a.tickets || (a.code < b.code ? -1 : 1))
    .slice(0, TOP_CODES)
    .map(({ code, tickets, paid }) => ({ code, tickets, paid }));
  return {
    block: number,
    timestamp,
    sold: Number(supply),
    maxSupply: Number(most),
    purchases: all.purchases,
    rate: await ticketsAMinute(sale, events.sold, timestamp, times),
    paid: all.paid,
    price,
    affiliatePrice,
    paused,
    commission: reader && (await readCommission(sellers, number, reader)),
    topCodes,
    codes: events.codes,
  };
}

const VIEWS = [
  ["totalSupply"],
  ["MAX_SUPPLY"],
  ["getPriceForQuantity", 1],
  ["getAffiliatePriceForQuantity", 1],
  ["paused"],
] as const;

async function readViews({ ticket }: Sale, block: number) {
  const abi: Interface = ticket.interface;
  const calls = VIEWS.map(([name, ...args]) => abi.encodeFunctionData(name, args));
  const answers = await ticket.multicall.staticCall(calls, { blockTag: block });
  return VIEWS.map(([name], i) => abi.decodeFunctionResult(name, answers[i] ?? "0x")[0]);
}

async function readCommission(
  sellers: readonly Seller[],
  block: number,
  { bps, paidTotal }: CommissionReader,
): Promise<SaleFigures["commission"]> {
  const earned = sellers.reduce((sum, { paid }) => sum + commissionOf(paid, bps), 0n);
  const paid = await paidTotal(block);
  return { paid, due: earned - paid };
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
    await readTimes(sale, some, times);
    const recent = some.filter((block) => Number(times.get(block)) / 1000 > since);
    for (const block of recent) counted.add(block);
    if (recent.length < some.length) break;
  }
  const tickets = sold
    .filter(({ block }) => counted.has(block))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return tickets / RATE_MINUTES;
}

export async function readTimes(
  sale: Sale,
  blocks: readonly number[],
  times: Map<number, Date>,
): Promise<void> {
  const missing = blocks.filter((block) => !times.has(block));
  for (const [block, time] of await readBlockTimes(sale, missing)) times.set(block, time);
}
