import type { Interface } from "ethers";
import { commissionOf } from "../affiliates/commission.ts";
import type { Agreed } from "../chain/panel.ts";
import type { Sale } from "../record/sale.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { reconcile, totalsByAffiliate } from "../sale/reconciled-sale.ts";
import { readSaleEvents, type Sold } from "../sale/sale-events.ts";

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
  const events = await readSaleEvents(sale);
  await reconcile(sale, events);
  const [supply, most, price, affiliatePrice, paused] = await readViews(sale, number);
  const topCodes = [...totalsByAffiliate(events.sold)]
    .flatMap(([affiliate, { tickets, paid }]) => {
      const code = affiliate === null ? undefined : events.codes.get(affiliate);
      return code === undefined ? [] : { code, tickets, paid };
    })
    .sort((a, b) => b.tickets - a.tickets || (a.code < b.code ? -1 : 1))
    .slice(0, TOP_CODES);
  return {
    block: number,
    timestamp,
    sold: Number(supply),
    maxSupply: Number(most),
    purchases: events.sold.length,
    rate: await ticketsAMinute(sale, events.sold, timestamp, times),
    paid: events.sold.reduce((sum, { paid }) => sum + paid, 0n),
    price,
    affiliatePrice,
    paused,
    commission: reader && (await readCommission(events.sold, number, reader)),
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
  sold: readonly Sold[],
  block: number,
  { bps, paidTotal }: CommissionReader,
): Promise<SaleFigures["commission"]> {
  let earned = 0n;
  for (const [affiliate, { paid }] of totalsByAffiliate(sold)) {
    if (affiliate !== null) earned += commissionOf(paid, bps);
  }
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
