import { amountText, plural } from "../cli/amounts.ts";
import { explorerLink } from "../cli/explorer.ts";
import { assertOneFormat, type ListFormat, printList, timeText } from "../cli/listing.ts";
import { table } from "../cli/table.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { readBlockTimes } from "../sale/block-time.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { readBalances } from "./balances.ts";
import { type Books, readPayoutEvents, withBooks } from "./books.ts";

const FIELDS = ["time", "block", "transactionHash", "code", "payee", "amountWei"] as const;

export default ((format, hre) => {
  assertOneFormat(format);
  return withBooks(hre, async (sale, books) => {
    const { block, codes } = await readSaleEvents(sale);
    const rows = await readPayments(sale, books, codes, block);
    printList(format, { rows, fields: FIELDS, text: () => asText(sale, rows, block) });
  });
}) satisfies TaskAction<ListFormat>;

type Payments = Awaited<ReturnType<typeof readPayments>>;

function asText({ network, currency }: Sale, rows: Payments, block: number): string {
  if (rows.length === 0) return `No payment was made on ${network} yet.`;
  const cells = rows.map(({ time, transactionHash, code, payee, amountWei }) => [
    time ?? "",
    code,
    amountText(amountWei, currency),
    payee,
    explorerLink(network, transactionHash) ?? transactionHash,
  ]);
  const header = ["time (UTC)", "code", "amount", "payee", "transaction"];
  const sum = rows.reduce((all, { amountWei }) => all + amountWei, 0n);
  return (
    `${table([header, ...cells], [2])}\n` +
    `${plural(rows.length, "payment")}, ${amountText(sum, currency)} in all, at block ${block}.`
  );
}

/**
 * @param codes by keccak256
 * @throws a `TaskError` if the payments don't add up to the contract's paid total
 */
async function readPayments(
  sale: Sale,
  books: Books,
  codes: ReadonlyMap<string, string>,
  block: number,
) {
  const events = await readPayoutEvents(sale, books, "PaidOut", { to: block });
  const payments = events.map(({ args: [affiliate, payee, amount], ...place }) => {
    const code = codes.get(affiliate);
    if (code === undefined) throw incomplete(sale, `${affiliate} was paid, but is not a code`);
    return { ...place, code, payee: String(payee), amountWei: BigInt(amount) };
  });
  const sums = new Map<string, bigint>();
  for (const { code, amountWei } of payments) sums.set(code, (sums.get(code) ?? 0n) + amountWei);
  for (const { code, paid } of await readBalances(sale, books, [...codes.values()], block)) {
    const sum = sums.get(code) ?? 0n;
    if (sum !== paid) {
      throw incomplete(sale, `those of ${code} are ${sum} wei, and the contract has paid ${paid}`);
    }
  }
  const times = await readBlockTimes(
    sale,
    payments.map((one) => one.block),
  );
  return payments.map((one) => ({ time: timeText(times.get(one.block)), ...one }));
}

function incomplete({ network }: Sale, what: string): TaskError {
  return new TaskError(
    `The payments don't add up: ${what}. The endpoint omitted something: try another one for ${network}.`,
  );
}
