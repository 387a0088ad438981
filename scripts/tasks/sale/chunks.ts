import { showProgress } from "../cli/table.ts";
import type { TicketCall } from "../outbox/ticket-call.ts";

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

export function inParts<Item>(
  items: readonly Item[],
  size: number,
  unit: string,
  callFor: (some: Item[]) => TicketCall,
) {
  return {
    calls: chunksOf(items, size).map(callFor),
    progress: (mined: number) =>
      showProgress(Math.min(mined * size, items.length), items.length, unit),
  };
}
