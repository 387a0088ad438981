import type { LinkedAffiliate } from "./link.ts";

/** The summary line (spec section 2), up to the link's label and its NFT. Without a label it names none. */
export function summaryStart(quantity: number): string {
  return `you will buy ${quantity} x `;
}

/** The line that is shown when the link has a code (spec section 2). */
export function affiliateLine({ shown }: LinkedAffiliate): string {
  return `You are using affiliate code: ${shown}`;
}
