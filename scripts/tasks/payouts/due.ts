import { ownSales, ownSalesText } from "../affiliates/commission.ts";
import { amountText, plural, shortList } from "../cli/amounts.ts";
import { assertOneFormat, type ListFormat, printList, weiFields } from "../cli/listing.ts";
import { table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { readReconciledSale } from "../sale/reconciled-sale.ts";
import { type Amounts, type Balance, readBalances, sumOf } from "./balances.ts";
import { type Books, percentText, withBooks } from "./books.ts";

const FIELDS = "code paidByBuyersWei earnedWei paidWei dueWei payee leftOut".split(" ");

type Due = Awaited<ReturnType<typeof readDue>>;

export default ((format, hre) => {
  assertOneFormat(format);
  return withBooks(hre, async (sale, books) => {
    const due = await readDue(sale, books);
    printList(format, {
      rows: due.balances.map(asRow),
      fields: FIELDS,
      document: asDocument(sale, books, due),
      text: () => asText(sale, books, due),
    });
  });
}) satisfies TaskAction<ListFormat>;

async function readDue(sale: Sale, books: Books) {
  const { events, states } = await readReconciledSale(sale);
  const balances = await readBalances(sale, books, [...states.keys()].sort(), events.block);
  const payees = balances.flatMap(({ code, payee }) =>
    payee === null ? [] : [[code, payee] as const],
  );
  return {
    block: events.block,
    held: await sale.provider.getBalance(books.record.address, events.block),
    balances,
    own: ownSales(events.sold, new Map(payees)),
  };
}

function leftOut({ due, payee }: Balance): string | null {
  return due > 0n && payee === null ? "no payee" : null;
}

function asText(sale: Sale, { record }: Books, { block, held, balances, own }: Due): string {
  const text = (wei: bigint) => amountText(wei, sale.currency);
  const title =
    `Payouts ${record.address} on ${sale.network}, block ${block}: ` +
    `${percentText(record.arguments.commissionBps)} of what buyers with a code paid.`;
  if (balances.length === 0) return `${title}\nNo code has sold anything yet.`;
  const cells = ({ paidByBuyers, earned, paid, due }: Amounts) =>
    [paidByBuyers, earned, paid, due].map(text);
  const all = sumOf(balances);
  const rows = balances.map((one) => [one.code, ...cells(one), one.payee ?? "none"]);
  const header = ["code", "paid by buyers", "earned", "paid", "due", "payee"];
  return [
    title,
    table([header, ...rows, ["all", ...cells(all)]], [1, 2, 3, 4]),
    ...own.map((bought) => ownSalesText(sale, bought)),
    ...leftOutText(sale, balances),
    all.due === 0n
      ? "Nothing is due: every code has been paid all that it earned."
      : `Payouts holds ${text(held)}. Pay what is due: npm run hardhat -- affiliates pay --network ${sale.network}`,
  ].join("\n");
}

export function leftOutText(sale: Sale, balances: readonly Balance[]): string[] {
  const without = balances.filter((one) => leftOut(one) !== null);
  const remedy = ` Name one: npm run hardhat -- affiliates payees set CODE ADDRESS --network ${sale.network}`;
  return unpaidText(sale, without, "no payee is named").map((text) => text + remedy);
}

export function unpaidText(sale: Sale, some: readonly Balance[], why: string): string[] {
  if (some.length === 0) return [];
  const due = amountText(sumOf(some).due, sale.currency);
  return [
    `Not paid, because ${why}: ${plural(some.length, "code")}, ${due} due (${codesOf(some)}).`,
  ];
}

export function codesOf(some: readonly { readonly code: string }[]): string {
  return shortList(some.map(({ code }) => code));
}

function asRow(balance: Balance) {
  return weiFields({ ...balance, leftOut: leftOut(balance) });
}

function asDocument(sale: Sale, { record }: Books, { block, held, balances, own }: Due) {
  const { earned, paid, due } = sumOf(balances);
  return {
    network: sale.network,
    address: record.address,
    ticket: sale.record.address,
    block,
    commissionBps: record.arguments.commissionBps,
    ...weiFields({ balance: held, earned, paid, due }),
    affiliates: balances.map((balance) => {
      const bought = own.find(({ code }) => code === balance.code);
      return {
        ...asRow(balance),
        ...(bought && {
          bySelf: { purchases: bought.purchases, tickets: bought.tickets, paidWei: bought.paid },
        }),
      };
    }),
  };
}
