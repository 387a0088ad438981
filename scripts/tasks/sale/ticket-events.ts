import type { LogFilter } from "../chain/logs.ts";
import type { Sale } from "../record/sale.ts";

export type EventName = Parameters<Sale["ticket"]["interface"]["getEvent"]>[0];

export function ticketEvents(
  { record, ticket }: Pick<Sale, "record" | "ticket">,
  names: readonly EventName[],
): LogFilter {
  const topics = names.map((name) => ticket.interface.getEvent(name).topicHash);
  return { address: record.address, topics: [topics] };
}
