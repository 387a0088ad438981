import { amountText, grouped, plural } from "../cli/amounts.ts";
import { assertOneFormat, csvLine } from "../cli/listing.ts";
import { table } from "../cli/table.ts";
import type { TaskAction } from "../cli/task.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { type BlockRange, parseRange, readBlockTimes } from "../sale/block-time.ts";
import {
  add,
  hashOf,
  noTotals,
  readReconciledSale,
  type Totals,
  totalsByAffiliate,
} from "../sale/reconciled-sale.ts";
import type { SaleEvents } from "../sale/sale-events.ts";
import { type AffiliateContacts, readContacts } from "./affiliate-file.ts";
import { commissionOf, parseCommission } from "./commission.ts";

interface ReportArguments {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly commission: string | undefined;
  readonly csv: boolean;
  readonly json: boolean;
}

interface Report {
  readonly block: number;
  readonly range: BlockRange;
  /** The range is the whole sale. */
  readonly whole: boolean;
  /** Tickets of the whole sale. */
  readonly compared: number;
  readonly affiliates: readonly (Totals & { readonly code: string; readonly active: boolean })[];
  readonly withoutCode: Totals;
  readonly all: Totals;
  readonly times: ReadonlyMap<number, Date>;
  readonly contacts: AffiliateContacts;
  /** Basis points; `null` if it was not asked for. */
  readonly bps: bigint | null;
}

export default (({ from, to, commission, csv, json }, hre) => {
  assertOneFormat({ csv, json });
  const bps = commission === undefined ? null : parseCommission(commission);
  return withSale(hre, async (sale) => {
    const { events, states } = await readReconciledSale(sale);
    const range = await parseRange(sale, { from, to, head: events.block });
    const report = await summarise(sale, events, states, range, bps);
    if (json) console.log(JSON.stringify(asJson(sale, report), null, 2));
    else if (csv) console.log(asCsv(report));
    else console.log(asTable(sale, report));
  });
}) satisfies TaskAction<ReportArguments>;

async function summarise(
  sale: Sale,
  events: SaleEvents,
  states: ReadonlyMap<string, boolean>,
  range: BlockRange,
  bps: bigint | null,
): Promise<Report> {
  const sold = events.sold.filter(({ block }) => block >= range.from && block <= range.to);
  const totals = totalsByAffiliate(sold);
  const affiliates = [...states]
    .map(([code, active]) => ({ code, active, ...(totals.get(hashOf(code)) ?? noTotals()) }))
    .sort((a, b) => compare(b.paid, a.paid) || (a.code < b.code ? -1 : 1));
  const all = noTotals();
  for (const event of sold) add(all, event);
  const contacts = await readContacts(sale);
  const blocks = affiliates.flatMap(({ firstBlock, lastBlock }) => [firstBlock, lastBlock]);
  return {
    block: events.block,
    range,
    whole: range.from <= sale.record.blockNumber && range.to >= events.block,
    compared: events.sold.reduce((sum, { quantity }) => sum + quantity, 0),
    affiliates,
    withoutCode: totals.get(null) ?? noTotals(),
    all,
    times: await readBlockTimes(
      sale,
      blocks.filter((block) => block !== null),
    ),
    contacts,
    bps,
  };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function timeOf(report: Report, block: number | null): string {
  return block === null ? "" : (report.times.get(block)?.toISOString().replace(".000Z", "Z") ?? "");
}

function asTable(sale: Sale, report: Report): string {
  const { columns, rows: contacts } = report.contacts;
  const { bps } = report;
  const row = (name: string, totals: Totals, earned: bigint, extra: readonly string[]) => [
    name,
    grouped(totals.purchases),
    grouped(totals.tickets),
    amountText(totals.paid, sale.currency),
    ...(bps === null ? [] : [amountText(earned, sale.currency)]),
    ...extra,
  ];
  const lines = report.affiliates.map((affiliate) =>
    row(
      `${affiliate.code}${affiliate.active ? "" : " (inactive)"}`,
      affiliate,
      earnedBy(report, affiliate),
      [
        timeOf(report, affiliate.firstBlock),
        timeOf(report, affiliate.lastBlock),
        ...columns.map((column) => contacts.get(affiliate.code)?.get(column) ?? ""),
      ],
    ),
  );
  const header = [
    ...["code", "purchases", "tickets", "paid"],
    ...(bps === null ? [] : ["commission"]),
    ...["first sale", "last sale", ...columns],
  ];
  return [
    table(
      [
        header,
        ...lines,
        row("(no code)", report.withoutCode, 0n, []),
        row("all", report.all, earnedByAll(report), []),
      ],
      bps === null ? [1, 2, 3] : [1, 2, 3, 4],
    ),
    `${plural(report.affiliates.length, "affiliate")}, blocks ${report.range.from} to ${report.range.to} on ${sale.network}. ` +
      comparison(report),
  ].join("\n");
}

function earnedBy({ bps }: Report, { paid }: Totals): bigint {
  return commissionOf(paid, bps ?? 0n);
}

/** Each is rounded down, so this is not the commission of the sum. */
function earnedByAll(report: Report): bigint {
  return report.affiliates.reduce((sum, affiliate) => sum + earnedBy(report, affiliate), 0n);
}

/** The contract counts from the deployment, so a part can't be compared by itself. */
function comparison({ whole, compared, all, block }: Report): string {
  return whole
    ? `Reconciled with the contract's counters at block ${block}.`
    : `Compared with the contract's counters at block ${block}: all of the sale's ${plural(compared, "ticket")}, ` +
        `of which ${grouped(all.tickets)} ${all.tickets === 1 ? "is" : "are"} in these blocks.`;
}

function asCsv(report: Report): string {
  const { columns, rows: contacts } = report.contacts;
  const header = [
    ...["code", "active", "purchases", "tickets", "paid_wei"],
    ...(report.bps === null ? [] : ["commission_wei"]),
    ...["first_sale", "last_sale"],
  ];
  return [
    csvLine([...header, ...columns]),
    ...report.affiliates.map((affiliate) =>
      csvLine([
        affiliate.code,
        String(affiliate.active),
        String(affiliate.purchases),
        String(affiliate.tickets),
        String(affiliate.paid),
        ...(report.bps === null ? [] : [String(earnedBy(report, affiliate))]),
        timeOf(report, affiliate.firstBlock),
        timeOf(report, affiliate.lastBlock),
        ...columns.map((column) => contacts.get(affiliate.code)?.get(column) ?? ""),
      ]),
    ),
  ].join("\n");
}

function asJson(sale: Sale, report: Report) {
  const { bps } = report;
  const figures = ({ purchases, tickets, paid }: Totals, earned: bigint) => ({
    purchases,
    tickets,
    paidWei: paid.toString(),
    ...(bps !== null && { commissionWei: earned.toString() }),
  });
  return {
    network: sale.network,
    address: sale.record.address,
    fromBlock: report.range.from,
    toBlock: report.range.to,
    comparedAtBlock: report.block,
    comparedTickets: report.compared,
    reconciledAtBlock: report.whole ? report.block : null,
    ...(bps !== null && { commissionBps: Number(bps) }),
    all: figures(report.all, earnedByAll(report)),
    withoutCode: figures(report.withoutCode, 0n),
    affiliates: report.affiliates.map((affiliate) => {
      const contact = report.contacts.rows.get(affiliate.code);
      return {
        code: affiliate.code,
        active: affiliate.active,
        ...figures(affiliate, earnedBy(report, affiliate)),
        firstSale: timeOf(report, affiliate.firstBlock) || null,
        lastSale: timeOf(report, affiliate.lastBlock) || null,
        ...(contact && { contact: Object.fromEntries(contact) }),
      };
    }),
  };
}
