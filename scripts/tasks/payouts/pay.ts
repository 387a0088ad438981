import { parseLeast } from "../affiliates/commission.ts";
import { amountText, plural, roughAmountText } from "../cli/amounts.ts";
import { showProgress, table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { type Change, feesOf, labelled, type Receipts } from "../outbox/change.ts";
import { costNow, currentFees } from "../outbox/fees.ts";
import type { SendArguments } from "../outbox/outbox.ts";
import { callTo, decodeCall, PLAIN_TRANSFER, type TicketCall } from "../outbox/ticket-call.ts";
import type { Sale } from "../record/sale.ts";
import { chunksOf } from "../sale/chunks.ts";
import { hashOf } from "../sale/reconciled-sale.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { type Balance, readBalances, sumOf } from "./balances.ts";
import { type Books, changePayouts } from "./books.ts";
import { codesOf, leftOutText, unpaidText } from "./due.ts";

interface PayArguments extends SendArguments {
  readonly min: string | undefined;
}

/**
 * A payment to a contract that uses all of its 100,000 gas costs about 145k, so a hundred stay
 * below EIP-7825's 16,777,216.
 */
const CODES_PER_TRANSACTION = 100;
/** Gas per code. Measured: 56k for an account that is new to the chain. */
const GAS_OF_A_CODE = 60_000n;
const GAS_OF_A_CALL = 60_000n;

interface Payment extends Balance {
  readonly payee: string;
}

/** Pays each commission only once, even if several people run the task. */
export default (({ min, ...args }, hre) =>
  changePayouts(hre, args, async (sale, books) => {
    const least = min === undefined ? 0n : parseLeast(min, sale.currency);
    return { isAsked: isPayout, change: () => payout(sale, books, least) };
  })) satisfies TaskAction<PayArguments>;

function isPayout(data: string): boolean {
  return data === PLAIN_TRANSFER || decodeCall(data)?.name === "payOut";
}

async function payout(sale: Sale, books: Books, least: bigint): Promise<Change | null> {
  const { block, codes } = await readSaleEvents(sale);
  const balances = await readBalances(sale, books, [...codes.values()].sort(), block);
  const payments = balances.filter(
    (one): one is Payment => one.payee !== null && one.due > 0n && one.due >= least,
  );
  showPayments(sale, balances, payments, least);
  if (payments.length === 0) {
    console.log(
      sumOf(balances).due === 0n
        ? "Nothing is due: every code has been paid all that it earned. Nothing to do."
        : "No code can be paid now. Nothing to do.",
    );
    return null;
  }
  await warnOfDust(sale, payments);
  const text = (wei: bigint) => amountText(wei, sale.currency);
  const sum = sumOf(payments).due;
  const held = await sale.provider.getBalance(books.record.address);
  const missing = sum > held ? sum - held : 0n;
  const calls = callsFor(books, payments, missing);
  const funding = missing === 0n ? 0 : 1;
  const funds = missing === 0n ? "nothing: that suffices" : `${text(missing)}, which is missing`;
  return {
    name: "affiliates-pay",
    title: `Pay ${plural(payments.length, "affiliate")} ${text(sum)}`,
    lines: [
      labelled("held", `${text(held)} in Payouts`),
      labelled("funds", funds),
      labelled("pays", `by ${plural(calls.length - funding, "call")} of payOut`),
      labelled(
        "again",
        "sent or executed twice, it pays no code twice: the second funding stays in Payouts as the owner's surplus",
      ),
    ],
    calls,
    progress: (mined) => showProgress(mined, calls.length, "transactions"),
    mismatch: (receipts) => mismatch(sale, books, payments, receipts),
    report: (receipts) => report(sale, books, payments, receipts),
  };
}

function showPayments(
  sale: Sale,
  balances: readonly Balance[],
  payments: readonly Payment[],
  least: bigint,
): void {
  const text = (wei: bigint) => amountText(wei, sale.currency);
  if (payments.length > 0) {
    const rows = payments.map(({ code, due, payee }) => [code, text(due), payee]);
    const all = ["all", text(sumOf(payments).due), ""];
    console.log(table([["code", "due", "payee"], ...rows, all], [1]));
  }
  const small = balances.filter(({ due, payee }) => payee !== null && due > 0n && due < least);
  const left = [...unpaidText(sale, small, "it is below --min"), ...leftOutText(sale, balances)];
  for (const line of left) console.log(line);
}

async function mismatch(
  sale: Sale,
  books: Books,
  payments: readonly Payment[],
  receipts: Receipts,
): Promise<string | null> {
  const codes = payments.map(({ code }) => code);
  const [first] = receipts;
  const after = await readBalances(sale, books, codes, (receipts.at(-1) ?? first).blockNumber);
  const refused = new Set(outcomes(books, receipts).refused.map(({ affiliate }) => affiliate));
  const unpaid = payments.filter(({ code, paid, due }, i) => {
    const now = after[i]?.paid ?? 0n;
    return now < paid + due && !refused.has(hashOf(code));
  });
  if (unpaid.length === 0) return null;
  return `these codes were not paid: ${codesOf(unpaid)}. Run it again: it pays what is due.`;
}

function callsFor({ payouts }: Books, payments: readonly Payment[], missing: bigint): TicketCall[] {
  const calls = chunksOf(payments, CODES_PER_TRANSACTION).map((some): TicketCall => {
    const codes = some.map(({ code }) => code);
    return {
      ...callTo(payouts.payOut, [codes]),
      // The payment can't be estimated before the funding is mined.
      ...(missing > 0n && { gas: GAS_OF_A_CALL + BigInt(codes.length) * GAS_OF_A_CODE }),
    };
  });
  if (missing === 0n) return calls;
  return [{ data: PLAIN_TRANSFER, asked: "receive()", value: missing }, ...calls];
}

async function warnOfDust(sale: Sale, payments: readonly Payment[]): Promise<void> {
  const fee = costNow(GAS_OF_A_CODE, await currentFees(sale));
  const dust = payments.filter(({ due }) => due < fee);
  if (dust.length === 0) return;
  console.error(
    `Warning: ${plural(dust.length, "payment")} (${codesOf(dust)}) would be smaller than the fee of a payment now, ` +
      `${roughAmountText(fee, sale.currency)}. --min leaves such payments for later.`,
  );
}

function outcomes({ payouts, record }: Books, receipts: Receipts) {
  const events = receipts
    .flatMap(({ logs }) => [...logs])
    .filter(({ address }) => address === record.address)
    .map(({ topics, data }) => payouts.interface.parseLog({ topics: [...topics], data }));
  const named = (name: string) =>
    events.flatMap((event) => {
      if (event?.name !== name) return [];
      const [affiliate, payee, amount] = event.args;
      return { affiliate: String(affiliate), payee: String(payee), amount: BigInt(amount) };
    });
  return { paid: named("PaidOut"), refused: named("PayoutRejected") };
}

function report(
  sale: Sale,
  books: Books,
  payments: readonly Payment[],
  receipts: Receipts,
): string {
  const text = (wei: bigint) => amountText(wei, sale.currency);
  const { paid, refused } = outcomes(books, receipts);
  const codes = new Map(payments.map(({ code }) => [hashOf(code), code]));
  for (const { affiliate, payee, amount } of refused) {
    const code = codes.get(affiliate) ?? affiliate;
    console.error(
      `Warning: ${code} was not paid: its payee ${payee} refuses ${text(amount)}, or needs more than 100,000 gas. It stays due. ` +
        `Name another: npm run hardhat -- affiliates payees set ${code} ADDRESS --network ${sale.network}`,
    );
  }
  const sum = paid.reduce((all, { amount }) => all + amount, 0n);
  return `Done: ${plural(paid.length, "affiliate")} paid, ${text(sum)} in all, for ${roughAmountText(feesOf(receipts), sale.currency)} in fees.`;
}
