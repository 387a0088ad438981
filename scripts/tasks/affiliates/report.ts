import { amountText, grouped, plural } from "../cli/amounts.ts";
import { assertOneFormat, csvLine, csvRows, timeText, weiFields } from "../cli/listing.ts";
import { table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { type BlockRange, parseRange, readBlockTimes } from "../sale/block-time.ts";
import {
  type ReconciledSale,
  readReconciledSale,
  summaryOf,
  type Totals,
  totalsOf,
} from "../sale/reconciled-sale.ts";
import { commissionOf, parseCommission } from "./commission.ts";
import { contactCells, readContacts } from "./contacts.ts";

interface ReportArguments {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly commission: string | undefined;
  readonly csv: boolean;
  readonly json: boolean;
}

/** `commission` is wei. */
type Sum = Pick<Totals, "purchases" | "tickets" | "paid"> & { readonly commission?: bigint };

type Report = Awaited<ReturnType<typeof summarise>>;
type Row = Report["rows"][number];

export default (({ from, to, commission, csv, json }, hre) => {
  assertOneFormat({ csv, json });
  const bps = commission === undefined ? null : parseCommission(commission);
  return withSale(hre, async (sale) => {
    const reconciled = await readReconciledSale(sale);
    const range = await parseRange(sale, { from, to, head: reconciled.events.block });
    const report = await summarise(sale, reconciled, range, bps);
    if (json) console.log(JSON.stringify(asJson(sale, report), null, 2));
    else if (csv) console.log(asCsv(report));
    else console.log(asTable(sale, report));
  });
}) satisfies TaskAction<ReportArguments>;

async function summarise(
  sale: Sale,
  { events, states }: ReconciledSale,
  range: BlockRange,
  /** Basis points. */
  bps: bigint | null,
) {
  const sold = events.sold.filter(({ block }) => block >= range.from && block <= range.to);
  const { all, withoutCode, sellers } = summaryOf(sold, states);
  const blocks = sellers.flatMap(({ firstBlock, lastBlock }) => [firstBlock, lastBlock]);
  const times = await readBlockTimes(
    sale,
    blocks.filter((block) => block !== null),
  );
  const timeOf = (block: number | null) => timeText(block === null ? undefined : times.get(block));
  const sumOf = ({ purchases, tickets, paid }: Totals, commission: bigint): Sum => ({
    purchases,
    tickets,
    paid,
    ...(bps !== null && { commission }),
  });
  const earned = ({ paid }: Totals) => commissionOf(paid, bps ?? 0n);
  return {
    block: events.block,
    range,
    whole: range.from <= sale.record.blockNumber && range.to >= events.block,
    compared: totalsOf(events.sold).tickets,
    rows: sellers.map((seller) => ({
      code: seller.code,
      active: seller.active,
      ...sumOf(seller, earned(seller)),
      firstSale: timeOf(seller.firstBlock),
      lastSale: timeOf(seller.lastBlock),
    })),
    withoutCode: sumOf(withoutCode, 0n),
    // Sums the rounded commissions, because each code is paid separately.
    all: sumOf(
      all,
      sellers.reduce((sum, seller) => sum + earned(seller), 0n),
    ),
    contacts: await readContacts(sale),
    bps,
  };
}

function asTable(sale: Sale, report: Report): string {
  const { rows, withoutCode, all, contacts, bps, range } = report;
  const money = (wei: bigint) => amountText(wei, sale.currency);
  const cells = (name: string, { purchases, tickets, paid, commission }: Sum) => [
    name,
    grouped(purchases),
    grouped(tickets),
    money(paid),
    ...(commission === undefined ? [] : [money(commission)]),
  ];
  const header = [
    "code",
    "purchases",
    "tickets",
    "paid",
    ...(bps === null ? [] : ["commission"]),
    "first sale",
    "last sale",
    ...contacts.columns,
  ];
  const lines = rows.map((row) => [
    ...cells(`${row.code}${row.active ? "" : " (inactive)"}`, row),
    row.firstSale ?? "",
    row.lastSale ?? "",
    ...contactCells(contacts, row.code),
  ]);
  return [
    table(
      [header, ...lines, cells("(no code)", withoutCode), cells("all", all)],
      bps === null ? [1, 2, 3] : [1, 2, 3, 4],
    ),
    `${plural(rows.length, "affiliate")}, blocks ${range.from} to ${range.to} on ${sale.network}. ` +
      comparison(report),
  ].join("\n");
}

/**
 * Compares only a report of the whole sale, because the contract has no totals for a date range.
 */
function comparison({ whole, compared, all, block }: Report): string {
  return whole
    ? `Reconciled with the contract's counters at block ${block}.`
    : `Compared with the contract's counters at block ${block}: all of the sale's ${plural(compared, "ticket")}, ` +
        `of which ${grouped(all.tickets)} ${all.tickets === 1 ? "is" : "are"} in these blocks.`;
}

const CSV_FIELDS: Readonly<Record<keyof Row, string>> = {
  code: "code",
  active: "active",
  purchases: "purchases",
  tickets: "tickets",
  paid: "paidWei",
  commission: "commissionWei",
  firstSale: "firstSale",
  lastSale: "lastSale",
};

function asCsv({ rows, contacts, bps }: Report): string {
  const { commission: _, ...withoutCommission } = CSV_FIELDS;
  const names = Object.values(bps === null ? withoutCommission : CSV_FIELDS);
  const [header = [], ...cells] = csvRows(rows.map(weiFields), names);
  const lines = rows.map(({ code }, i) => [...(cells[i] ?? []), ...contactCells(contacts, code)]);
  return [[...header, ...contacts.columns], ...lines].map(csvLine).join("\n");
}

function asJson(sale: Sale, { rows, contacts, bps, whole, block, range, ...report }: Report) {
  return {
    network: sale.network,
    address: sale.record.address,
    fromBlock: range.from,
    toBlock: range.to,
    comparedAtBlock: block,
    comparedTickets: report.compared,
    reconciledAtBlock: whole ? block : null,
    ...(bps !== null && { commissionBps: Number(bps) }),
    all: weiFields(report.all),
    withoutCode: weiFields(report.withoutCode),
    affiliates: rows.map((row) => {
      const contact = contacts.rows.get(row.code);
      return { ...weiFields(row), ...(contact && { contact: Object.fromEntries(contact) }) };
    }),
  };
}
