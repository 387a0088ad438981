import type { Interface } from "ethers";
import { ownerOf } from "../../domain/order/order.ts";
import type { PendingPurchase, Purchase } from "../../domain/order/purchase.ts";
import { COLLECTION_SIZE } from "../../domain/order/supply.ts";
import { isSame, type Log } from "./chain-answers.ts";

export interface Sold {
  readonly purchase: Purchase;
  readonly payer: string;
  /** In wei. */
  readonly paid: bigint;
}

export type SoldReader = ReturnType<typeof createSoldReader>;

export function createSoldReader(ticketAddress: string, ticket: Interface) {
  // Computed once, because ethers hashes the event's signature at each call.
  const topic = ticket.getEvent("TicketsSold")?.topicHash ?? "";
  const isSale = (log: Log) => isSame(log.address, ticketAddress) && log.topics[0] === topic;
  return {
    topic,
    hasSale: (logs: readonly Log[]) => logs.some(isSale),
    read(logs: readonly Log[], { buyer, order }: PendingPurchase): readonly Sold[] {
      return logs.filter(isSale).flatMap((log) => {
        const args = ticket.decodeEventLog("TicketsSold", log.data, log.topics);
        const { buyer: payer, to, firstTokenId, quantity, paid } = args;
        if (firstTokenId < 1n || firstTokenId + quantity - 1n > COLLECTION_SIZE) {
          throw new TypeError("Tickets that don't exist");
        }
        if (!isSame(to, ownerOf(order, buyer))) return [];
        const { transactionHash } = log;
        const purchase = { transactionHash, firstTokenId, quantity: Number(quantity) };
        return { purchase, payer, paid };
      });
    },
  };
}

export function isOrdered({ purchase, paid }: Sold, { order }: PendingPurchase): boolean {
  return purchase.quantity === order.quantity && paid === order.payable;
}
