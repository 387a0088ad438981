import { name as collection, size } from "../../../collection.ts";
import { amountText, grouped, plural } from "../cli/amounts.ts";
import { visibleLine } from "../cli/visible-text.ts";
import * as charts from "./charts.ts";
import { type DashboardFigures, type Sales, withdrawnOf } from "./dashboard-figures.ts";
import type { Holder } from "./holders.ts";
import { STYLES } from "./styles.ts";
import type { Sum } from "./time-axis.ts";

class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Escapes every part that this function did not return. */
function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = parts.map((part) => {
    if (part instanceof Html) return part.text;
    if (typeof part === "object") return part.map(({ text }) => text).join("");
    return escaped(String(part));
  });
  return new Html(texts.map((text, i) => text + (filled[i] ?? "")).join(""));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return visibleLine(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const UNREAD = "could not be read";

export function dashboardPage(figures: DashboardFigures): string {
  const { sales, withdrawals, currency, commission = null } = figures;
  const money = (wei: bigint) => amountText(wei, currency);
  const stats: readonly (readonly [string, string])[] = [
    ["sold", `${grouped(figures.sold)} of ${grouped(size)}`],
    ["purchases", sales === null ? UNREAD : grouped(sales.all.purchases)],
    ["paid by buyers", sales === null ? UNREAD : money(sales.all.paid)],
    ["withdrawn", withdrawals === null ? UNREAD : money(withdrawnOf(withdrawals))],
    ["in the contract", money(figures.balance)],
    ...(commission === null
      ? []
      : ([
          ["commission due", money(commission.due)],
          ["commission paid", money(commission.paid)],
        ] as const)),
    ["holders", figures.holders === null ? UNREAD : grouped(figures.holders.length)],
  ];
  const sections = [
    ...(sales === null ? [] : salesSections(figures, sales, money)),
    ...(sales === null && withdrawals === null ? [] : [revenueSection(figures, money)]),
    holdersSection(figures.holders),
  ];
  const title = `${collection}: the sale`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(STYLES)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${figures.network}, <span class="address">${figures.address}</span>, at block ${figures.block}, ${timeText(figures.time)} UTC.${sales === null ? "" : " Reconciled with the contract's counters at this block."}</p>
${figures.missing.length === 0 ? "" : html`<p>Could not be read, and left out: ${figures.missing.join("; ")}.</p>`}
<dl>${stats.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
</header>
<main>${sections}</main>
</body>
</html>
`;
  return page.text;
}

type Money = (wei: bigint) => string;
type Commission = DashboardFigures["commission"];

function salesSections(figures: DashboardFigures, sales: Sales, money: Money): Html[] {
  const { all, affiliates } = sales;
  const { commission = null } = figures;
  const active = affiliates.filter((one) => one.active).length;
  const selling = affiliates.filter(({ tickets }) => tickets > 0);
  const named = affiliates.some(({ name }) => name !== "") ? ["name"] : [];
  const owed = commission === null ? [] : ["earned", "paid out", "due"];
  const row = (code: string, name: string, state: string, sum: Sum, balance: Commission) => [
    code,
    ...named.map(() => name),
    state,
    ...sumCells(sum, money),
    ...(balance ? [balance.earned, balance.paid, balance.due].map(money) : owed.map(() => "")),
  ];
  const isSelling = all.purchases > 0;
  return [
    section({
      title: "Sales over time",
      words: isSelling ? `Tickets sold${intervalText(sales)}, in UTC.` : "No ticket is sold yet.",
      chart: charts.salesOverTime(sales, "Tickets sold over time"),
      columns: ["from (UTC)", "purchases", "tickets", "paid"],
      rows: sales.intervals
        .filter(({ purchases }) => purchases > 0)
        .map((one) => [timeText(one.from), ...sumCells(one, money)]),
    }),
    section({
      title: "Affiliates",
      words:
        affiliates.length === 0
          ? "No code is registered."
          : [
              `${plural(affiliates.length, "code")}, ${grouped(active)} of them active.`,
              ...(selling.length === 0 ? ["None has sold a ticket yet."] : []),
            ].join(" "),
      columns: ["code", ...named, "state", "purchases", "tickets", "paid", ...owed],
      textColumns: 2 + named.length,
      rows:
        affiliates.length === 0
          ? []
          : [
              ...affiliates.map((one) =>
                row(one.code, one.name, one.active ? "active" : "inactive", one, one.balance),
              ),
              row("(no code)", "", "", sales.withoutCode, null),
              row("all", "", "", all, commission),
            ],
    }),
    section({
      title: "By quantity",
      words: isSelling
        ? "Purchases by the number of tickets in each."
        : "No purchase was made yet.",
      columns: ["tickets a purchase", "purchases", "tickets", "paid"],
      rows: sales.byQuantity.map((one) => [grouped(one.quantity), ...sumCells(one, money)]),
    }),
  ];
}

function revenueSection(figures: DashboardFigures, money: Money): Html {
  const { sales, withdrawals } = figures;
  const chart = sales && charts.revenue(figures, sales, "Revenue and withdrawals over time");
  const line = (kind: string) => (chart === null ? "" : ` (${kind} line)`);
  return section({
    title: "Revenue and withdrawals",
    words: [
      ...(sales === null ? [] : [`Paid by buyers${line("solid")}: ${money(sales.all.paid)}.`]),
      withdrawals === null
        ? `The withdrawals ${UNREAD}.`
        : withdrawals.length === 0
          ? "Nothing was withdrawn."
          : `Withdrawn${line("dashed")}: ${money(withdrawnOf(withdrawals))}.`,
    ].join(" "),
    chart,
    columns: ["time (UTC)", "to", "amount", "transaction"],
    textColumns: 2,
    table: "Withdrawals",
    rows: (withdrawals ?? []).map(({ time, to, amount, transactionHash }) => [
      timeText(time),
      to,
      money(amount),
      transactionHash,
    ]),
  });
}

function holdersSection(read: readonly Holder[] | null): Html {
  const holders = read ?? [];
  return section({
    title: "Holders",
    words: read === null ? `They ${UNREAD}.` : holdersWords(holders),
    columns: ["holder", "tickets"],
    rows: [
      ...holders.slice(0, MOST_HOLDERS).map(({ address, tickets }) => [address, grouped(tickets)]),
      ...restOfHolders(holders),
    ],
  });
}

interface Section {
  readonly title: string;
  readonly words: string;
  /** `null` if the chart adds nothing to the table. */
  readonly chart?: charts.Chart | null;
  readonly columns: readonly string[];
  readonly textColumns?: number;
  readonly rows: readonly (readonly string[])[];
  readonly table?: string;
}

const MOST_OPEN = 60;

function section(part: Section): Html {
  const { title, words, chart = null, columns, rows, textColumns = 1 } = part;
  const cells = (row: readonly string[]) =>
    row.map((cell, i) =>
      i === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td class="${i < textColumns ? "text" : "figure"}">${cell}</td>`,
    );
  const head = columns.map(
    (column, i) =>
      html`<th scope="col" class="${i < textColumns ? "text" : "figure"}">${column}</th>`,
  );
  const table = html`<details${new Html(chart === null && rows.length <= MOST_OPEN ? " open" : "")}><summary>${part.table ?? title}: ${plural(rows.length, "row")}</summary>
<div class="scroll" role="region" aria-label="${title}, table" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${cells(row)}</tr>
`,
  )}</tbody></table></div></details>`;
  return html`<section><h2>${title}</h2>
<p>${words}</p>
${chart === null ? "" : html`<div class="wide">${new Html(chart.wide)}</div><div class="narrow">${new Html(chart.narrow)}</div>`}
${rows.length === 0 ? "" : table}</section>
`;
}

function sumCells({ purchases, tickets, paid }: Sum, money: (wei: bigint) => string): string[] {
  return [grouped(purchases), grouped(tickets), money(paid)];
}

const SPANS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

function intervalText({ intervals: [first] }: Sales): string {
  if (first === undefined) return "";
  const length = first.to.getTime() - first.from.getTime();
  const [unit, name] = SPANS.find(([span]) => length % span === 0) ?? [60_000, "minute"];
  return ` in each ${length === unit ? name : plural(length / unit, name)}`;
}

function timeText(time: Date): string {
  return time.toISOString().slice(0, 16).replace("T", " ");
}

const MOST_HOLDERS = 1_000;

function restOfHolders(holders: readonly Holder[]): string[][] {
  const rest = holders.slice(MOST_HOLDERS);
  return rest.length === 0 ? [] : [[`${grouped(rest.length)} more`, grouped(ticketsOf(rest))]];
}

function ticketsOf(holders: readonly Holder[]): number {
  return holders.reduce((sum, { tickets }) => sum + tickets, 0);
}

function holdersWords(holders: readonly Holder[]): string {
  const tickets = ticketsOf(holders);
  if (tickets === 0) return "No ticket is held yet.";
  const [only] = holders;
  if (holders.length === 1 && only !== undefined) {
    return `One holder has ${tickets === 1 ? "the only ticket" : `all ${grouped(tickets)} tickets`} that ${tickets === 1 ? "is" : "are"} sold.`;
  }
  const top = holders.slice(0, 10);
  const held = ticketsOf(top);
  const share = ((held / tickets) * 100).toFixed(1);
  return `${plural(holders.length, "holder")}. The ${top.length} with most tickets hold ${grouped(held)} of ${grouped(tickets)} (${share} %).`;
}
