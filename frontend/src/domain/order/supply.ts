import { progressShownAbove, size } from "../../../../collection.ts";
import { MAX_QUANTITY } from "./quantity.ts";
import type { Sale } from "./sale.ts";

export const COLLECTION_SIZE = /* @__PURE__ */ BigInt(size);

export function isProgressShown(totalSupply: bigint): boolean {
  return totalSupply > progressShownAbove;
}

export function remainingTickets(totalSupply: bigint): bigint {
  return totalSupply >= COLLECTION_SIZE ? 0n : COLLECTION_SIZE - totalSupply;
}

export interface Availability {
  readonly kind: "open" | "paused" | "soldOut";
  readonly max: number;
  /** The reason for `max`. */
  readonly bound: "purchase" | "left";
}

/** @param sale `null` before the first answer, which counts as open */
export function availabilityOf(sale: Pick<Sale, "totalSupply" | "paused"> | null): Availability {
  if (sale === null) return { kind: "open", max: MAX_QUANTITY, bound: "purchase" };
  const left = Number(remainingTickets(sale.totalSupply));
  const kind = left === 0 ? "soldOut" : sale.paused ? "paused" : "open";
  if (left < MAX_QUANTITY) return { kind, max: left, bound: "left" };
  return { kind, max: MAX_QUANTITY, bound: "purchase" };
}

export function availabilityWords({ kind, max, bound }: Availability): string {
  if (kind === "soldOut") return "Sold out.";
  if (kind === "paused") return "Sales are paused.";
  if (bound === "purchase") return `Up to ${max} in one purchase.`;
  bound satisfies "left";
  return `Only ${max} ticket${max === 1 ? "" : "s"} left`;
}
