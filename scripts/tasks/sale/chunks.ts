import { showProgress } from "../cli/table.ts";
import type { TicketCall } from "../outbox/ticket-call.ts";

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

const ASKED_AT_ONCE = 20;

/** Asks for a few items at once, because endpoints limit parallel requests. */
export async function askAll<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const some of chunksOf(items, ASKED_AT_ONCE)) {
    answers.push(...(await Promise.all(some.map(ask))));
  }
  return answers;
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
