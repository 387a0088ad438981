import { name, size } from "../../../collection.ts";
import { ticketCount } from "./outcome-words.ts";

/** What a visitor reads of the tickets that an account holds, and of what can be done with one. */
export const ticketWords = {
  heading: "Your tickets",
  show: "Show pictures",
  hide: "Hide pictures",
  looking: "Looking for your tickets…",
  countUnread: "How many tickets this account holds could not be read.",
  unread: "Your tickets could not be read. The network gives no certain answer.",
  none: "This account holds no tickets yet.",
  again: "Try again",
  close: "Close",
  pictureComes: "Reading the picture…",
  noPicture: "The picture could not be read.",
  download: "Download as SVG",
  share: "Share",
  copied: "The link was copied.",
  notCopied: "This browser did not copy the link. It is:",
  addToWallet: "Add to wallet",
  added: "Your wallet was asked to show it.",
  notNow: "Your wallet can't do this at the moment. Open it, then try again.",
  unable: "This wallet can't be asked to show a ticket. It may find it by itself.",
} as const;

export function heldMessage(count: number): string {
  return count === 0 ? ticketWords.none : `This account holds ${ticketCount(count)}.`;
}

/** @param left tickets that are not shown yet */
export function moreMessage(next: number, left: number): string {
  return next === left ? `Show the other ${left}` : `Show ${next} more of ${left}`;
}

export function picturesMissing(count: number): string {
  return count === 1 ? "1 picture could not be read." : `${count} pictures could not be read.`;
}

export function ticketTitle(tokenId: bigint): string {
  return `Ticket #${tokenId}`;
}

export function marketplaceLink(marketplace: string): string {
  return `View on ${marketplace}`;
}

/** What is shared beside the link. @param quantity tickets from that one on */
export function shareText(tokenId: bigint, quantity: number): string {
  if (quantity === 1) return `${ticketTitle(tokenId)} of ${name}`;
  return `Tickets #${tokenId} to #${tokenId + BigInt(quantity) - 1n} of ${name}`;
}

/** @param number of the ticket that would be sold next */
export function nextMessage(number: bigint): string {
  return `Number ${number.toLocaleString("en-US")} is next, of ${size.toLocaleString("en-US")}.`;
}

export const nextHint = "Others may be faster: then you get the one after.";

export function nextPicture(number: bigint): string {
  return `The picture of ticket ${number.toLocaleString("en-US")}`;
}
