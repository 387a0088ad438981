import { keccak256, toUtf8Bytes } from "ethers";
import { type Sale, withSale } from "../record/sale.ts";
import { amountText, grouped, plural } from "../shared/amounts.ts";
import { assertOneFormat } from "../shared/listing.ts";
import { table } from "../shared/table.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { readAffiliateAccounts } from "./affiliate-account.ts";
import { type AffiliateContacts, readContacts } from "./affiliate-file.ts";
import { type BlockRange, parseRange, readBlockTimes } from "./block-time.ts";
import { csvLine } from "./csv.ts";
import { readSaleEvents, type SaleEvents, type Sold } from "./sale-events.ts";

interface ReportArguments {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly csv: boolean;
  readonly json: boolean;
}

interface Totals {
  purchases: number;
  tickets: number;
  /** Wei. */
  paid: bigint;
  firstBlock: number | null;
  lastBlock: number | null;
}

interface Report {
  readonly block: number;
  readonly range: BlockRange;
  /** Whether that is all of the sale, as the contract has counted it. */
  readonly whole: boolean;
  /** Tickets of the whole sale, whose every purchase was compared. */
  readonly compared: number;
  readonly affiliates: readonly (Totals & { readonly code: string; readonly active: boolean })[];
  readonly withoutCode: Totals;
  readonly all: Totals;
  readonly times: ReadonlyMap<number, Date>;
  readonly contacts: AffiliateContacts;
}

export default taskAction<ReportArguments>(({ from, to, csv, json }, hre) => {
  assertOneFormat({ csv, json });
  return withSale(hre, async (sale) => {
    const events = await readSaleEvents(sale);
    const states = await reconcile(sale, events);
    const range = await parseRange(sale, { from, to, head: events.block });
    const report = await summarise(sale, events, states, range);
    if (json) console.log(JSON.stringify(asJson(sale, report), null, 2));
    else if (csv) console.log(asCsv(report));
    else console.log(asTable(sale, report));
  });
});

/**
 * Compares every event with what the contract itself has counted at that block, so that no sale is missing or there
 * twice. @returns whether each code is active
 */
async function reconcile(
  sale: Sale,
  { block, sold, codes }: SaleEvents,
): Promise<ReadonlyMap<string, boolean>> {
  const totals = totalsByAffiliate(sold);
  const accounts = await readAffiliateAccounts(sale, [...codes.values()], block);
  for (const { code, purchases, tickets, paid } of accounts) {
    const found = totals.get(hashOf(code)) ?? noTotals();
    const same = found.purchases === purchases && found.tickets === tickets && found.paid === paid;
    if (!same) {
      throw mismatch(
        sale,
        `${code} has ${found.purchases} purchases, ${found.tickets} tickets, ${found.paid} wei in events, ` +
          `and ${purchases}, ${tickets}, ${paid} in the contract`,
      );
    }
  }
  const unknown = [...totals.keys()].find(
    (affiliate) => affiliate !== null && !codes.has(affiliate),
  );
  if (unknown !== undefined) {
    throw mismatch(sale, `sales of ${unknown} were found, and no such code was registered`);
  }
  const tickets = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const supply = Number(await sale.ticket.totalSupply({ blockTag: block }));
  if (tickets !== supply) {
    throw mismatch(sale, `the events add up to ${tickets} tickets, and ${supply} were sold`);
  }
  return new Map(accounts.map(({ code, active }) => [code, active]));
}

function mismatch(sale: Sale, what: string): TaskError {
  return new TaskError(
    `The report doesn't add up: ${what}. The endpoint left something out: remove ` +
      `cache/sale-events and try another one for ${sale.network}.`,
  );
}

async function summarise(
  sale: Sale,
  events: SaleEvents,
  states: ReadonlyMap<string, boolean>,
  range: BlockRange,
): Promise<Report> {
  const sold = events.sold.filter(({ block }) => block >= range.from && block <= range.to);
  const totals = totalsByAffiliate(sold);
  const affiliates = [...states]
    .map(([code, active]) => ({ code, active, ...(totals.get(hashOf(code)) ?? noTotals()) }))
    .sort((a, b) => compare(b.paid, a.paid) || (a.code < b.code ? -1 : 1));
  const all = noTotals();
  for (const event of sold) add(all, event);
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
    contacts: await readContacts(sale),
  };
}

function totalsByAffiliate(sold: readonly Sold[]): Map<string | null, Totals> {
  const byAffiliate = new Map<string | null, Totals>();
  for (const event of sold) {
    const totals = byAffiliate.get(event.affiliate) ?? noTotals();
    byAffiliate.set(event.affiliate, totals);
    add(totals, event);
  }
  return byAffiliate;
}

function noTotals(): Totals {
  return { purchases: 0, tickets: 0, paid: 0n, firstBlock: null, lastBlock: null };
}

function add(totals: Totals, { quantity, paid, block }: Sold): void {
  totals.purchases += 1;
  totals.tickets += quantity;
  totals.paid += paid;
  totals.firstBlock ??= block;
  totals.lastBlock = block;
}

function hashOf(code: string): string {
  return keccak256(toUtf8Bytes(code));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function timeOf(report: Report, block: number | null): string {
  return block === null ? "" : (report.times.get(block)?.toISOString().replace(".000Z", "Z") ?? "");
}

function asTable(sale: Sale, report: Report): string {
  const { columns, rows: contacts } = report.contacts;
  const row = (name: string, totals: Totals, extra: readonly string[]) => [
    name,
    grouped(totals.purchases),
    grouped(totals.tickets),
    amountText(totals.paid, sale.currency),
    ...extra,
  ];
  const lines = report.affiliates.map((affiliate) =>
    row(`${affiliate.code}${affiliate.active ? "" : " (inactive)"}`, affiliate, [
      timeOf(report, affiliate.firstBlock),
      timeOf(report, affiliate.lastBlock),
      ...columns.map((column) => contacts.get(affiliate.code)?.get(column) ?? ""),
    ]),
  );
  const header = ["code", "purchases", "tickets", "paid", "first sale", "last sale", ...columns];
  return [
    table(
      [header, ...lines, row("(no code)", report.withoutCode, []), row("all", report.all, [])],
      [1, 2, 3],
    ),
    `${plural(report.affiliates.length, "affiliate")}, blocks ${report.range.from} to ${report.range.to} on ${sale.network}. ` +
      comparison(report),
  ].join("\n");
}

/** A part of the sale can't be compared by itself: the contract counts from the deployment on. */
function comparison({ whole, compared, all, block }: Report): string {
  return whole
    ? `Reconciled with the contract's counters at block ${block}.`
    : `Compared with the contract's counters at block ${block}: all of the sale's ${plural(compared, "ticket")}, ` +
        `of which ${grouped(all.tickets)} ${all.tickets === 1 ? "is" : "are"} in these blocks.`;
}

function asCsv(report: Report): string {
  const { columns, rows: contacts } = report.contacts;
  const header = ["code", "active", "purchases", "tickets", "paid_wei", "first_sale", "last_sale"];
  return [
    csvLine([...header, ...columns]),
    ...report.affiliates.map((affiliate) =>
      csvLine([
        affiliate.code,
        String(affiliate.active),
        String(affiliate.purchases),
        String(affiliate.tickets),
        String(affiliate.paid),
        timeOf(report, affiliate.firstBlock),
        timeOf(report, affiliate.lastBlock),
        ...columns.map((column) => contacts.get(affiliate.code)?.get(column) ?? ""),
      ]),
    ),
  ].join("\n");
}

function asJson(sale: Sale, report: Report) {
  const figures = ({ purchases, tickets, paid }: Totals) => ({
    purchases,
    tickets,
    paidWei: paid.toString(),
  });
  return {
    network: sale.network,
    address: sale.record.address,
    fromBlock: report.range.from,
    toBlock: report.range.to,
    comparedAtBlock: report.block,
    comparedTickets: report.compared,
    reconciledAtBlock: report.whole ? report.block : null,
    all: figures(report.all),
    withoutCode: figures(report.withoutCode),
    affiliates: report.affiliates.map((affiliate) => {
      const contact = report.contacts.rows.get(affiliate.code);
      return {
        code: affiliate.code,
        active: affiliate.active,
        ...figures(affiliate),
        firstSale: timeOf(report, affiliate.firstBlock) || null,
        lastSale: timeOf(report, affiliate.lastBlock) || null,
        ...(contact && { contact: Object.fromEntries(contact) }),
      };
    }),
  };
}
