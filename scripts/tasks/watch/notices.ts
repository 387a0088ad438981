import type { Health } from "../chain/panel.ts";
import { amountText, grouped, plural } from "../cli/amounts.ts";
import { weiFields } from "../cli/listing.ts";
import { bar, table } from "../cli/table.ts";
import type { Sale } from "../record/sale.ts";
import type { SaleFigures } from "./sale-figures.ts";
import type { SaleEvent } from "./sale-log.ts";

interface Line {
  /** The line's second column. */
  readonly word: string;
  readonly text: string;
  readonly isRed?: boolean;
  /** The block's time; by default the line's. */
  readonly time?: Date | undefined;
}

/** A notice that the webhook gets too. */
export type Posted = Line &
  (
    | { readonly type: "event" | "removed"; readonly fields: Pick<SaleEvent, "id" | "block"> }
    | { readonly type: "alarm"; readonly fields: { readonly id: string; readonly alarm: string } }
    | {
        readonly type: "cleared";
        readonly fields: { readonly id: string; readonly raised: string };
      }
  );

/** A message of the watch, printed as a line or as a JSON object of `fields`. */
export type Notice = Posted | (Line & { readonly type: string; readonly fields: object });

/** A failing webhook can't receive alarms about itself. */
export function isPosted(notice: Notice): notice is Posted {
  const { fields } = notice;
  return "id" in fields && !("alarm" in fields && fields.alarm === "webhook");
}

function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** @param now for notices without a block */
export function noticeLine({ time, word, text }: Notice, now: Date): string {
  return `${timeText(time ?? now)}  ${word.padEnd(13)}  ${text}`;
}

export function noticeJson(sale: Sale, { type, time, fields }: Notice, now: Date): object {
  const { network, chainId, record } = sale;
  const of = { network, chainId, address: record.address };
  return { type, ...of, time: timeText(time ?? now), ...fields };
}

export function startedNotice(
  sale: Sale,
  fields: {
    readonly block: number;
    readonly confirmations: number;
    readonly endpoints: readonly string[];
    readonly webhook: string | null;
    readonly site: string | null;
  },
): Notice {
  const { block, confirmations, endpoints, webhook, site } = fields;
  const text = [
    `Ticket ${sale.record.address} on ${sale.network} from block ${block} on`,
    `${plural(confirmations, "confirmation")}`,
    `${plural(endpoints.length, "endpoint")}: ${endpoints.join(", ")}`,
    ...(webhook === null ? [] : [`each event to ${webhook}`]),
    ...(site === null ? [] : [`checks ${site}`]),
    "a line at each change, until Ctrl-C",
  ].join("; ");
  return { type: "started", word: "watching", text, fields };
}

export function eventNotice(event: SaleEvent, time: Date | undefined): Notice {
  const { kind, text, fields, ...place } = event;
  const isRed = kind !== "sale" && kind !== "code";
  const json = { ...place, kind, ...weiFields(fields) };
  return { type: "event", word: kind, text, isRed, time, fields: json };
}

export function removedNotice(id: string, block: number): Notice {
  const text = `the chain has replaced block ${block}: no longer holds ${id}`;
  return { type: "removed", word: "removed", text, isRed: true, fields: { id, block } };
}

/** @param alarm its key, such as "endpoint infura" */
export function alarmNotice(id: string, alarm: string, text: string): Notice {
  return { type: "alarm", word: "ALARM", text, isRed: true, fields: { id, alarm, text } };
}

/** @param raised the `id` of the notice that raised the alarm */
export function clearedNotice(raised: string, alarm: string, text: string): Notice {
  const fields = { id: `${raised}-cleared`, raised, alarm, text };
  return { type: "cleared", word: "all clear", text, fields };
}

export function checkedNotice(text: string): Notice {
  return { type: "checked", word: "site", text, fields: { text } };
}

export function endedNotice(fields: {
  readonly why: "stopped" | "sold out" | "alarm";
  readonly block: number;
  readonly undelivered: number;
}): Notice {
  const { why, block, undelivered } = fields;
  const cause = why === "alarm" ? "at an alarm" : why;
  const rest =
    undelivered === 0
      ? ""
      : `; ${plural(undelivered, "event")} not delivered: the next start goes on there`;
  return { type: "ended", word: "ended", text: `${cause}, at block ${block}${rest}`, fields };
}

export function figuresNotice(
  sale: Sale,
  figures: SaleFigures,
  endpoints: readonly Health[],
): Notice {
  const { sold, maxSupply } = figures;
  const agreeing = endpoints.filter(({ problem }) => problem === null).length;
  const text = [
    `${grouped(sold)} of ${grouped(maxSupply)} sold in ${plural(figures.purchases, "purchase")}`,
    `${grouped(maxSupply - sold)} left`,
    `${figures.rate.toFixed(1)} a minute`,
    `${amountText(figures.paid, sale.currency)} taken`,
    `${stateOf(figures)} at ${amountText(figures.price, sale.currency)}`,
    ...(figures.topCodes.length === 0 ? [] : [`codes: ${topText(figures)}`]),
    endpoints.length === 1
      ? `only one endpoint says so, at block ${figures.block}`
      : `${agreeing} of ${endpoints.length} endpoints agree, at block ${figures.block}`,
  ].join("; ");
  const fields = { ...figuresJson(figures), endpoints };
  return { type: "figures", word: "figures", text, fields };
}

function figuresJson(figures: SaleFigures) {
  const { timestamp, rate, commission, topCodes, codes: _, ...rest } = figures;
  return weiFields({
    ...rest,
    blockTime: timeText(new Date(timestamp * 1000)),
    remaining: rest.maxSupply - rest.sold,
    ticketsPerMinute: rate,
    commissionDueWei: commission?.due.toString() ?? null,
    commissionPaidWei: commission?.paid.toString() ?? null,
    topCodes: topCodes.map(weiFields),
  });
}

function stateOf({ sold, maxSupply, paused }: SaleFigures): string {
  return sold === maxSupply ? "sold out" : paused ? "paused" : "open";
}

function topText({ topCodes }: SaleFigures): string {
  return topCodes.map(({ code, tickets }) => `${code} ${grouped(tickets)}`).join(", ");
}

export function boardText(
  sale: Sale,
  figures: SaleFigures,
  endpoints: readonly Health[],
  alarms: readonly string[],
  undelivered: number,
): string {
  const { sold, maxSupply } = figures;
  const money = (wei: bigint) => amountText(wei, sale.currency);
  const state = stateOf(figures);
  const rows = [
    [
      "sold",
      `${bar(sold, maxSupply)} ${grouped(sold)} of ${grouped(maxSupply)}, ${grouped(maxSupply - sold)} left`,
    ],
    ["rate", `${figures.rate.toFixed(1)} tickets a minute, over 5 minutes`],
    ["taken", `${money(figures.paid)} in ${plural(figures.purchases, "purchase")}`],
    ["price", `${money(figures.price)} (${money(figures.affiliatePrice)} with a code), ${state}`],
    ["codes", figures.topCodes.length === 0 ? "none has sold" : topText(figures)],
    ...(figures.commission === null
      ? []
      : [
          [
            "commission",
            `${money(figures.commission.due)} due, ${money(figures.commission.paid)} paid`,
          ],
        ]),
    ["block", `${figures.block}, ${timeText(new Date(figures.timestamp * 1000))}`],
    ...(undelivered === 0 ? [] : [["webhook", `${plural(undelivered, "event")} waiting`]]),
  ];
  const asked = endpoints.map(({ name, block, behindSeconds, errors, problem }) => [
    name,
    block === null ? "-" : String(block),
    `${behindSeconds} s`,
    String(errors),
    problem ?? "agrees",
  ]);
  return [
    table(rows),
    table([["endpoint", "block", "behind", "errors", ""], ...asked], [1, 2, 3]),
    ...alarms.map((text) => `ALARM  ${text}`),
  ].join("\n");
}
