import { type Result, ZeroAddress } from "ethers";
import { type EventName, type Log, readLogs, ticketEvents } from "../chain/logs.ts";
import { amountText, plural } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { type TicketsSold, ticketsSold } from "../sale/tickets-sold.ts";

export interface SaleEvent {
  /**
   * `<chainId>-<blockHash>-<logIndex>`: the same on every endpoint, and different after a reorg.
   */
  readonly id: string;
  readonly block: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly transactionHash: string;
  readonly fact: Fact;
}

export type Fact =
  | ({ readonly kind: "sale" } & TicketsSold)
  | { readonly kind: "code"; readonly code: string; readonly active: boolean }
  /** Wei. */
  | { readonly kind: "price"; readonly previous: bigint; readonly price: bigint }
  | { readonly kind: "pause"; readonly paused: boolean }
  /** Wei. */
  | { readonly kind: "withdrawal"; readonly to: string; readonly amount: bigint }
  | { readonly kind: "royalty"; readonly receiver: string; readonly bps: number }
  | { readonly kind: "renderer"; readonly renderer: string }
  | { readonly kind: "frozen" }
  | { readonly kind: "owner-offered"; readonly owner: string; readonly next: string | null }
  | { readonly kind: "owner"; readonly previous: string; readonly owner: string };

const WATCHED: Readonly<Partial<Record<EventName, (args: Result) => Fact>>> = {
  TicketsSold: (args) => ({ kind: "sale", ...ticketsSold(args) }),
  AffiliateSet: ([, code, active]) => ({ kind: "code", code, active }),
  TicketPriceSet: ([previous, price]) => ({ kind: "price", previous, price }),
  PauseSet: ([paused]) => ({ kind: "pause", paused }),
  Withdrawn: ([to, amount]) => ({ kind: "withdrawal", to, amount }),
  RoyaltySet: ([receiver, bps]) => ({ kind: "royalty", receiver, bps: Number(bps) }),
  RendererSet: ([renderer]) => ({ kind: "renderer", renderer }),
  MetadataFrozen: () => ({ kind: "frozen" }),
  OwnershipTransferStarted: ([owner, next]) => ({
    kind: "owner-offered",
    owner,
    next: next === ZeroAddress ? null : next,
  }),
  OwnershipTransferred: ([previous, owner]) => ({ kind: "owner", previous, owner }),
};

export async function readSaleLog(sale: Sale, from: number, to: number): Promise<SaleEvent[]> {
  const { logs } = await readLogs(sale, ticketEvents(sale, Object.keys(WATCHED) as EventName[]), {
    from,
    to,
  });
  const events = logs.map((log) => eventOf(sale, log));
  return events.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

export function soldAfter({ firstTokenId, quantity }: Extract<Fact, { kind: "sale" }>): number {
  return firstTokenId + quantity - 1;
}

export function isUrgent({ kind }: Fact): boolean {
  return kind !== "sale" && kind !== "code";
}

export function factText(sale: Sale, fact: Fact, code: string | null): string {
  const money = (wei: bigint) => amountText(wei, sale.currency);
  switch (fact.kind) {
    case "sale":
      return [
        `${plural(fact.quantity, "ticket")} for ${money(fact.paid)}`,
        code === null ? "no code" : `code ${code}`,
        `by ${fact.buyer}${fact.to === fact.buyer ? "" : ` to ${fact.to}`}`,
      ].join(", ");
    case "code":
      return `${fact.code} is ${fact.active ? "active" : "inactive"}`;
    case "price":
      return `the price is ${money(fact.price)}, before ${money(fact.previous)}`;
    case "pause":
      return fact.paused ? "sales are paused" : "sales are open";
    case "withdrawal":
      return `${money(fact.amount)} went to ${fact.to}`;
    case "royalty":
      return `${fact.bps / 100} % to ${fact.receiver}`;
    case "renderer":
      return `pictures come from ${fact.renderer}`;
    case "frozen":
      return "the metadata is frozen";
    case "owner-offered":
      return fact.next === null
        ? `${fact.owner} offers the ownership to no one any more`
        : `${fact.owner} offers the ownership to ${fact.next}`;
    case "owner":
      return `the owner is ${fact.owner}, before ${fact.previous}`;
  }
}

function eventOf(sale: Sale, log: Log): SaleEvent {
  const { blockHash, transactionHash } = log;
  const [block, logIndex] = [Number(log.blockNumber), Number(log.logIndex)];
  if (!Number.isSafeInteger(block) || !Number.isSafeInteger(logIndex)) {
    throw new TaskError(`The endpoints give an event without its place: ${transactionHash}`);
  }
  const id = `${sale.chainId}-${blockHash}-${logIndex}`;
  return { id, block, blockHash, logIndex, transactionHash, fact: factOf(sale, log) };
}

function factOf(sale: Sale, log: Log): Fact {
  const event = sale.ticket.interface.parseLog(log);
  const fact = event && WATCHED[event.name as EventName]?.(event.args);
  if (fact) return fact;
  throw new TaskError(`The endpoints give an event that was not asked for: ${log.topics[0]}`);
}
