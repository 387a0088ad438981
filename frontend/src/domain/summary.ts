import type { LinkedAffiliate } from "./link.ts";

/** The summary line (spec section 2). Without a label it names none. */
export function summaryLine(quantity: number, card: string | null): string {
  return `you will buy ${quantity} x ${card === null ? "" : `${card} `}NFT`;
}

/** The line that is shown when the link has a code (spec section 2). */
export function affiliateLine({ shown }: LinkedAffiliate): string {
  return `You are using affiliate code: ${shown}`;
}
