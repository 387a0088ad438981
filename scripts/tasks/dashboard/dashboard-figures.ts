import type { Currency } from "../../../networks.ts";
import { readContacts } from "../affiliates/contacts.ts";
import { Disagreement } from "../chain/answers.ts";
import { describeError } from "../chain/describe-error.ts";
import { readLogs } from "../chain/logs.ts";
import { amountText } from "../cli/amounts.ts";
import { type Balance, readBalances, sumOf } from "../payouts/balances.ts";
import { findBooks } from "../payouts/books.ts";
import type { Sale } from "../record/sale.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import {
  DoesNotAddUp,
  type ReconciledSale,
  readReconciledSale,
  summaryOf,
  totalsBy,
} from "../sale/reconciled-sale.ts";
import { type Holder, readHolders } from "./holders.ts";
import { clockOf, type Interval, intervalsOf, type Sum } from "./time-axis.ts";

export interface AffiliateSum extends Sum {
  readonly code: string;
  /** The cell of the imported file's column `name`. */
  readonly name: string;
  readonly active: boolean;
  /** `null` without a `Payouts`. */
  readonly balance?: Pick<Balance, "earned" | "paid" | "due"> | null;
}

export interface Withdrawal {
  readonly time: Date;
  readonly to: string;
  readonly amount: bigint;
  readonly transactionHash: string;
}

export interface Sales {
  readonly all: Sum;
  readonly withoutCode: Sum;
  readonly affiliates: readonly AffiliateSum[];
  readonly intervals: readonly Interval[];
  readonly byQuantity: readonly (Sum & { readonly quantity: number })[];
  readonly payments: readonly { readonly time: Date; readonly paid: bigint }[];
}

export interface DashboardFigures {
  readonly network: string;
  readonly address: string;
  readonly currency: Currency;
  readonly block: number;
  readonly time: Date;
  readonly sold: number;
  readonly sales: Sales | null;
  /** All codes' commission; `null` without a `Payouts`, or if the read failed. */
  readonly commission?: Pick<Balance, "earned" | "paid" | "due"> | null;
  readonly withdrawals: readonly Withdrawal[] | null;
  readonly balance: bigint;
  readonly holders: readonly Holder[] | null;
  readonly missing: readonly string[];
}

export async function readDashboardFigures(sale: Sale): Promise<DashboardFigures> {
  const missing: string[] = [];
  /** Returns `null` if the read fails, because the other figures are still correct. */
  async function read<T>(what: string, asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Disagreement || error instanceof DoesNotAddUp) throw error;
      missing.push(what);
      console.error(`Warning: ${what} could not be read, and is left out: ${describeError(error)}`);
      return null;
    }
  }
  const reconciled = await read("what was sold", readReconciledSale(sale));
  const block = reconciled?.events.block ?? Number(await sale.request("eth_blockNumber", []));
  const sold = reconciled?.events.sold ?? [];
  const codes = reconciled && [...reconciled.states.keys()];
  const balances =
    codes && (await read("the affiliates' commission", readCommission(sale, codes, block)));
  const withdrawn = await read("what was withdrawn", readWithdrawals(sale, block));
  const timeOf = await readClock(sale, [
    ...sold.map((one) => one.block),
    ...(withdrawn ?? []).map((one) => one.block),
    block,
  ]);
  const sales = reconciled && (await salesOf(sale, reconciled, balances, timeOf));
  const withdrawals = withdrawn?.map((one) => ({ ...one, time: timeOf(one.block) })) ?? null;
  const balance = await sale.provider.getBalance(sale.record.address, block);
  if (sales !== null && withdrawals !== null) {
    assertBalance(sale, sales.all.paid, withdrawals, balance);
  }
  return {
    network: sale.network,
    address: sale.record.address,
    currency: sale.currency,
    block,
    time: timeOf(block),
    sold: Number(await sale.ticket.totalSupply({ blockTag: block })),
    sales,
    commission: balances && sumOf(balances),
    withdrawals,
    balance,
    holders: await read("who holds tickets", readHolders(sale, block)),
    missing,
  };
}

async function readCommission(
  sale: Sale,
  codes: readonly string[],
  block: number,
): Promise<Balance[] | null> {
  const books = await findBooks(sale);
  return books && (await readBalances(sale, books, codes, block));
}

async function salesOf(
  sale: Sale,
  { events: { sold }, states }: ReconciledSale,
  balances: readonly Balance[] | null,
  timeOf: (block: number) => Date,
): Promise<Sales> {
  const { rows: contacts } = await readContacts(sale);
  const { all, withoutCode, sellers } = summaryOf(sold, states);
  const byCode = new Map((balances ?? []).map((one) => [one.code, one]));
  return {
    all,
    withoutCode,
    affiliates: sellers.map((seller) => ({
      ...seller,
      name: contacts.get(seller.code)?.get("name") ?? "",
      balance: balances && (byCode.get(seller.code) ?? { earned: 0n, paid: 0n, due: 0n }),
    })),
    intervals: intervalsOf(sold, timeOf),
    byQuantity: [...totalsBy(sold, ({ quantity }) => quantity)]
      .map(([quantity, sum]) => ({ quantity, ...sum }))
      .sort((a, b) => a.quantity - b.quantity),
    payments: sold.map((one) => ({ time: timeOf(one.block), paid: one.paid })),
  };
}

async function readWithdrawals(sale: Sale, block: number) {
  const { interface: abi } = sale.ticket;
  const filter = { address: sale.record.address, topics: [abi.getEvent("Withdrawn").topicHash] };
  const { logs } = await readLogs(sale, filter, { from: sale.record.blockNumber, to: block });
  return logs.map((log) => {
    const { blockNumber, transactionHash, data, topics } = log;
    const [to, amount] = abi.decodeEventLog("Withdrawn", data, topics);
    return { block: Number(blockNumber), to, amount, transactionHash };
  });
}

export function withdrawnOf(withdrawals: readonly Withdrawal[]): bigint {
  return withdrawals.reduce((sum, { amount }) => sum + amount, 0n);
}

/** A balance may exceed the sales, because anyone can force coins into a contract. */
function assertBalance(
  { network, currency }: Sale,
  revenue: bigint,
  withdrawals: readonly Withdrawal[],
  balance: bigint,
): void {
  const withdrawn = withdrawnOf(withdrawals);
  if (withdrawn + balance >= revenue) return;
  throw new DoesNotAddUp(
    `The withdrawals don't add up: ${amountText(revenue, currency)} were paid, ${amountText(withdrawn, currency)} withdrawn, and ` +
      `${amountText(balance, currency)} are left. The endpoint omitted something: try another one for ${network}.`,
  );
}

/** Reads this many block times and interpolates the others. */
const ASKED = 200;

async function readClock(sale: Sale, blocks: readonly number[]): Promise<(block: number) => Date> {
  const distinct = [...new Set(blocks)].sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(distinct.length / ASKED));
  const asked = distinct.filter((_, i) => i % step === 0 || i === distinct.length - 1);
  return clockOf(await readBlockTimes(sale, asked));
}
