import { type Result, ZeroAddress } from "ethers";
import { type Log, readLogs } from "../chain/logs.ts";
import { amountText, grouped, plural } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import { type EventName, ticketEvents } from "../sale/ticket-events.ts";
import { ticketsSold } from "../sale/tickets-sold.ts";

/** What happened, for programs and for people. */
interface Fact {
  readonly kind: string;
  /** Amounts are wei. */
  readonly fields: object;
  readonly text: string;
}

export interface SaleEvent extends Fact {
  /**
   * `<chainId>-<blockHash>-<logIndex>`: the same on every endpoint, and different after a reorg.
   */
  readonly id: string;
  readonly block: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly transactionHash: string;
}

/** By keccak256 of the code. */
type Codes = ReadonlyMap<string, string>;
type Money = (wei: bigint) => string;

const WATCHED: Readonly<
  Partial<Record<EventName, (args: Result, money: Money, codes: Codes) => Fact>>
> = {
  TicketsSold(args, money, codes) {
    const { affiliate, ...sale } = ticketsSold(args);
    const { buyer, to, firstTokenId, quantity, paid } = sale;
    const code = affiliate === null ? null : (codes.get(affiliate) ?? affiliate);
    const sold = firstTokenId + quantity - 1;
    const text = [
      `${plural(quantity, "ticket")} for ${money(paid)}`,
      code === null ? "no code" : `code ${code}`,
      `by ${buyer}${to === buyer ? "" : ` to ${to}`}; ${grouped(sold)} sold`,
    ].join(", ");
    return fact("sale", { ...sale, code, sold }, text);
  },
  AffiliateSet: ([, code, active]) =>
    fact("code", { code, active }, `${code} is ${active ? "active" : "inactive"}`),
  TicketPriceSet: ([previous, price], money) =>
    fact("price", { previous, price }, `the price is ${money(price)}, before ${money(previous)}`),
  PauseSet: ([paused]) => fact("pause", { paused }, `sales are ${paused ? "paused" : "open"}`),
  Withdrawn: ([to, amount], money) =>
    fact("withdrawal", { to, amount }, `${money(amount)} went to ${to}`),
  RoyaltySet: ([receiver, share]) =>
    fact("royalty", { receiver, bps: Number(share) }, `${Number(share) / 100} % to ${receiver}`),
  RendererSet: ([renderer]) => fact("renderer", { renderer }, `pictures come from ${renderer}`),
  MetadataFrozen: () => fact("frozen", {}, "the metadata is frozen"),
  OwnershipTransferStarted([owner, offered]) {
    const next = offered === ZeroAddress ? null : offered;
    const text = `${owner} offers the ownership to ${next ?? "no one any more"}`;
    return fact("owner-offered", { owner, next }, text);
  },
  OwnershipTransferred: ([previous, owner]) =>
    fact("owner", { previous, owner }, `the owner is ${owner}, before ${previous}`),
};

function fact(kind: string, fields: object, text: string): Fact {
  return { kind, fields, text };
}

export async function readSaleLog(
  sale: Sale,
  codes: Codes,
  from: number,
  to: number,
): Promise<SaleEvent[]> {
  const { logs } = await readLogs(sale, ticketEvents(sale, Object.keys(WATCHED) as EventName[]), {
    from,
    to,
  });
  const events = logs.map((log) => eventOf(sale, codes, log));
  return events.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

function eventOf(sale: Sale, codes: Codes, log: Log): SaleEvent {
  const { blockHash, transactionHash } = log;
  const [block, logIndex] = [Number(log.blockNumber), Number(log.logIndex)];
  if (!Number.isSafeInteger(block) || !Number.isSafeInteger(logIndex)) {
    throw new TaskError(`The endpoints give an event without its place: ${transactionHash}`);
  }
  const money = (wei: bigint) => amountText(wei, sale.currency);
  const event = sale.ticket.interface.parseLog(log);
  const told = event && WATCHED[event.name as EventName]?.(event.args, money, codes);
  if (!told) {
    throw new TaskError(`The endpoints give an event that was not asked for: ${log.topics[0]}`);
  }
  const id = `${sale.chainId}-${blockHash}-${logIndex}`;
  return { id, block, blockHash, logIndex, transactionHash, ...told };
}
