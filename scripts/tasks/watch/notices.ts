import type { Health } from "../chain/panel.ts";
import { amountText, grouped, plural } from "../cli/amounts.ts";
import { weiFields } from "../cli/listing.ts";
import { bar, table } from "../cli/table.ts";
import type { Sale } from "../record/sale.ts";
import type { SaleFigures } from "./sale-figures.ts";
import { factText, isUrgent, type SaleEvent, soldAfter } from "./sale-log.ts";

export type Notice =
  | {
      readonly type: "started";
      readonly block: number;
      readonly confirmations: number;
      readonly endpoints: readonly string[];
      readonly webhook: string | null;
      readonly site: string | null;
    }
  /** `time` is the block's time. */
  | {
      readonly type: "event";
      readonly event: SaleEvent;
      readonly time: Date;
      readonly code: string | null;
    }
  | { readonly type: "removed"; readonly id: string; readonly block: number }
  | {
      readonly type: "figures";
      readonly figures: SaleFigures;
      readonly endpoints: readonly Health[];
    }
  | AlarmNotice
  | { readonly type: "checked"; readonly text: string }
  | {
      readonly type: "ended";
      readonly why: "stopped" | "sold out" | "alarm";
      readonly block: number;
      readonly undelivered: number;
    };

export type AlarmNotice =
  | {
      readonly type: "alarm";
      readonly id: string;
      /** The alarm's key, such as "endpoint infura". */
      readonly alarm: string;
      readonly text: string;
    }
  | {
      readonly type: "cleared";
      readonly id: string;
      /** The `id` of the notice that raised the alarm. */
      readonly raised: string;
      readonly alarm: string;
      readonly text: string;
    };

function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

export function isRed(notice: Notice): boolean {
  return (
    notice.type === "alarm" ||
    notice.type === "removed" ||
    (notice.type === "event" && isUrgent(notice.event.fact))
  );
}

/**
 * Formats a notice as one line.
 * @param now for notices without a block
 */
export function noticeLine(sale: Sale, notice: Notice, now: Date): string {
  const [time, word, text] = partsOf(sale, notice, now);
  return `${timeText(time)}  ${word.padEnd(13)}  ${text}`;
}

function partsOf(
  sale: Sale,
  notice: Notice,
  now: Date,
): readonly [time: Date, word: string, text: string] {
  switch (notice.type) {
    case "started":
      return [now, "watching", startedText(sale, notice)];
    case "event": {
      const { fact } = notice.event;
      const after = fact.kind === "sale" ? `; ${grouped(soldAfter(fact))} sold` : "";
      return [notice.time, fact.kind, factText(sale, fact, notice.code) + after];
    }
    case "removed":
      return [
        now,
        "removed",
        `the chain has replaced block ${notice.block}: no longer holds ${notice.id}`,
      ];
    case "figures":
      return [now, "figures", figuresText(sale, notice.figures, notice.endpoints)];
    case "alarm":
      return [now, "ALARM", notice.text];
    case "cleared":
      return [now, "all clear", notice.text];
    case "checked":
      return [now, "site", notice.text];
    case "ended":
      return [now, "ended", endedText(notice)];
  }
}

function startedText(sale: Sale, notice: Extract<Notice, { type: "started" }>): string {
  const { endpoints, confirmations, webhook, site } = notice;
  return [
    `Ticket ${sale.record.address} on ${sale.network} from block ${notice.block} on`,
    `${plural(confirmations, "confirmation")}`,
    `${plural(endpoints.length, "endpoint")}: ${endpoints.join(", ")}`,
    ...(webhook === null ? [] : [`each event to ${webhook}`]),
    ...(site === null ? [] : [`checks ${site}`]),
    "a line at each change, until Ctrl-C",
  ].join("; ");
}

function endedText({ why, block, undelivered }: Extract<Notice, { type: "ended" }>): string {
  const cause = { stopped: "stopped", "sold out": "sold out", alarm: "at an alarm" }[why];
  const rest =
    undelivered === 0
      ? ""
      : `; ${plural(undelivered, "event")} not delivered: the next start goes on there`;
  return `${cause}, at block ${block}${rest}`;
}

function figuresText(sale: Sale, figures: SaleFigures, endpoints: readonly Health[]): string {
  const { sold, maxSupply } = figures;
  const agreeing = endpoints.filter(({ problem }) => problem === null).length;
  return [
    `${grouped(sold)} of ${grouped(maxSupply)} sold in ${plural(figures.purchases, "purchase")}`,
    `${grouped(maxSupply - sold)} left`,
    `${rateText(figures)} a minute`,
    `${amountText(figures.paid, sale.currency)} taken`,
    `${stateOf(figures)} at ${amountText(figures.price, sale.currency)}`,
    ...(figures.topCodes.length === 0 ? [] : [`codes: ${topText(figures)}`]),
    endpoints.length === 1
      ? `only one endpoint says so, at block ${figures.block}`
      : `${agreeing} of ${endpoints.length} endpoints agree, at block ${figures.block}`,
  ].join("; ");
}

function rateText({ rate }: SaleFigures): string {
  return rate.toFixed(1);
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
    ["rate", `${rateText(figures)} tickets a minute, over 5 minutes`],
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

export function noticeJson(sale: Sale, notice: Notice, now: Date): object {
  const { type } = notice;
  const of = { network: sale.network, chainId: sale.chainId, address: sale.record.address };
  switch (notice.type) {
    case "event": {
      const { event, code } = notice;
      const { fact, ...place } = event;
      return { type, ...of, time: timeText(notice.time), ...place, ...factJson(fact, code) };
    }
    case "figures":
      return {
        type,
        ...of,
        time: timeText(now),
        ...figuresJson(notice.figures),
        endpoints: notice.endpoints,
      };
    default:
      return { ...notice, ...of, time: timeText(now) };
  }
}

function factJson(fact: SaleEvent["fact"], code: string | null): object {
  if (fact.kind !== "sale") return weiFields(fact);
  const { affiliate: _hash, ...rest } = fact;
  return weiFields({ ...rest, code, sold: soldAfter(fact) });
}

function figuresJson({
  timestamp,
  rate,
  commission,
  topCodes,
  codes: _codes,
  ...rest
}: SaleFigures) {
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
